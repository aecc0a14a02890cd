import type { OrderController } from '../../controllers/order/order-controller.js';
import type { PixController } from '../../controllers/pix/pix-controller.js';
import type { VerifiedCharge } from '../../controllers/pix/pix-session.js';
import type { PaymentOutcome } from '../../domain/order/outcome.js';
import type { TextKey } from '../../i18n/pt-br-whole.js';

/** How a charge stands, for the shopper. */
export interface PixState {
  /** The code, while it can still be paid. */
  payable: VerifiedCharge | undefined;
  /** The code that can no longer be paid, where the shopper may make another one. */
  over: VerifiedCharge | undefined;
  /** The sentence that says so. */
  status: TextKey | undefined;
  /** The classes of that sentence. It is for screen readers alone where the order's outcome says the same. */
  look: 'outcome warn screen' | 'live' | 'spoken';
}

/** How the charge of an element stands. */
export function readPixState(pix: PixController, order: OrderController): PixState {
  const { shown, leftMs = 0 } = pix;
  const isPayable = leftMs > 0 && (shown?.phase === 'waiting' || shown?.phase === 'shop-will-confirm');
  const isOver = !isPayable && shown?.phase !== 'confirming' && shown?.charge.status !== 'paid';
  const over = isOver ? shown : undefined;
  const status = findStatus(pix, order);
  const look = over ? 'outcome warn screen' : status && order.isPayable ? 'live' : 'spoken';
  return { payable: isPayable ? shown : undefined, over, status, look };
}

function findStatus({ shown, isOffline }: PixController, { state }: OrderController): TextKey | undefined {
  if (state.status === 'paid-twice' || state.status === 'paid-short') return undefined;
  if (state.status === 'paid' && state.method === 'pix') return 'pixPaid';
  switch (shown?.phase) {
    case 'waiting':
      return isOffline ? 'pixOffline' : 'pixWaiting';
    case 'confirming':
      return isOffline ? 'pixOffline' : 'pixConfirming';
    case 'expired':
      return 'pixExpired';
    case 'shop-will-confirm':
      return 'pixShopConfirms';
    case 'final':
      return shown?.charge.status === 'paid' ? 'pixPaid' : 'pixEnded';
    case undefined:
      return undefined;
  }
}

/** What a failure is explained with where it is about the code, not about a card. */
export function findPixFailureHelp(outcome: PaymentOutcome | undefined): TextKey | undefined {
  const code = outcome?.status === 'failed' ? outcome.error.code : '';
  return code.startsWith('pix-') ? 'pixRefusedHelp' : code.startsWith('invalid-') ? 'failedHelp' : undefined;
}
