import type { OrderController } from '../../controllers/order/order-controller.js';
import type { PixController } from '../../controllers/pix/pix-controller.js';
import type { VerifiedCharge } from '../../controllers/pix/pix-session.js';
import type { PaymentOutcome } from '../../domain/order/outcome.js';
import type { TextKey } from '../../i18n/pt-br.js';

/**
 * What the shopper sees:
 * - `start`: the button that makes a code;
 * - `making`: the room of the code that is being made;
 * - `code`: the code, which can be paid;
 * - `checking`: that somebody asks whether it was paid, now that it cannot be paid any more;
 * - `over`: that it was not paid, and the button that makes another one;
 * - `settled`: what became of the order, which takes no payment now.
 */
export type PixStage = 'start' | 'making' | 'code' | 'checking' | 'over' | 'settled';

/** The classes of each stage: of its layout, and of its status, which is for screen readers alone where other words repeat it. */
export const LOOKS: Readonly<Record<PixStage, { layout: string; status: string }>> = {
  start: { layout: 'start', status: 'spoken' },
  making: { layout: 'shown making', status: 'spoken' },
  code: { layout: 'shown', status: 'heading' },
  checking: { layout: '', status: 'heading' },
  over: { layout: 'whole', status: 'title' },
  settled: { layout: 'settled', status: '' },
};

/** The state of a charge, for the shopper. */
export interface PixScreen {
  stage: PixStage;
  /** The charge that is shown. */
  shown: VerifiedCharge | undefined;
  /** The sentence about its state. */
  status: TextKey | undefined;
  /** True where the order was paid by Pix, once and in full. */
  isPaid: boolean;
}

/** True for a stage that shows a code, or holds the room of one. */
export function hasCodePlace(stage: PixStage): boolean {
  return stage === 'making' || stage === 'code';
}

/** Derives the state of an element's charge. */
export function derivePixScreen(pix: PixController, order: OrderController): PixScreen {
  const { shown } = pix;
  const { state } = order;
  const isPaid = state.status === 'paid' && state.method === 'pix';
  return { stage: findStage(pix, order), shown, status: findStatus(pix, order), isPaid };
}

function findStage({ shown, leftMs = 0, isCreating }: PixController, order: OrderController): PixStage {
  if (!order.isPayable) return 'settled';
  if (!shown) return isCreating ? 'making' : 'start';
  if (leftMs > 0 && (shown.phase === 'waiting' || shown.phase === 'shop-will-confirm')) return 'code';
  return shown.phase === 'confirming' || shown.charge.status === 'paid' ? 'checking' : 'over';
}

function findStatus({ shown, isOffline, isCreating }: PixController, { state }: OrderController): TextKey | undefined {
  // The order's outcome shows that.
  if (state.status === 'paid' || state.status.startsWith('paid-')) return undefined;
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
      return shown?.charge.status === 'paid' ? undefined : 'pixEnded';
    case undefined:
      return isCreating ? 'pixCreating' : undefined;
  }
}

/** Finds the explanation of a failure that concerns the code, not a card. */
export function findPixFailureHelp(outcome: PaymentOutcome | undefined): TextKey | undefined {
  const code = outcome?.status === 'failed' ? outcome.error.code : '';
  return code.startsWith('pix-') ? 'pixRefusedHelp' : code.startsWith('invalid-') ? 'failedHelp' : undefined;
}
