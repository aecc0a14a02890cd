import type { OrderController } from '../../controllers/order/order-controller.js';
import type { PixController } from '../../controllers/pix/pix-controller.js';
import type { VerifiedCharge } from '../../controllers/pix/pix-session.js';
import type { PaymentOutcome } from '../../domain/order/outcome.js';
import type { TextKey } from '../../i18n/pt-br.js';

/**
 * The stage of a Pix, by the content that the shopper sees:
 * - `start`: the button that creates a code;
 * - `making`: placeholders for the code that is being created;
 * - `code`: the code, which can be paid;
 * - `checking`: the note that the payment is being confirmed; the code cannot be paid any more;
 * - `over`: the note that the code was not paid, and the button that creates another code;
 * - `settled`: the outcome of the order, which accepts no payment now.
 */
export type PixStage = 'start' | 'making' | 'code' | 'checking' | 'over' | 'settled';

/** The classes of each stage, for its layout and its status. The status is visually hidden (`spoken`) if other texts say the same. */
export const LOOKS: Readonly<Record<PixStage, { layout: string; status: string }>> = {
  start: { layout: 'start', status: 'spoken' },
  making: { layout: 'shown making', status: 'spoken' },
  code: { layout: 'shown', status: 'heading' },
  checking: { layout: '', status: 'heading' },
  over: { layout: 'whole', status: 'title' },
  settled: { layout: 'settled', status: '' },
};

/** The state of a Pix element: everything that depends on its charge and on the order. */
export interface PixScreen {
  stage: PixStage;
  /** The charge that is shown. */
  shown: VerifiedCharge | undefined;
  /** The text of the charge's state. */
  status: TextKey | undefined;
  /** True if the order was paid by Pix, once and in full. */
  isPaid: boolean;
}

/** Returns true for a stage that shows a code or placeholders for it. */
export function hasCodePlace(stage: PixStage): boolean {
  return stage === 'making' || stage === 'code';
}

/** Derives the state of a Pix element. */
export function derivePixScreen(pix: PixController, order: OrderController): PixScreen {
  const { shown } = pix;
  const { state } = order;
  const isPaid = state.status === 'paid' && state.method === 'pix';
  return { stage: findStage(pix, order), shown, status: findStatus(pix, order), isPaid };
}

/** Finds the stage of a Pix element. */
function findStage({ shown, leftMs = 0, isCreating }: PixController, order: OrderController): PixStage {
  if (!order.isPayable) return 'settled';
  if (!shown) return isCreating ? 'making' : 'start';
  if (leftMs > 0 && (shown.phase === 'waiting' || shown.phase === 'shop-will-confirm')) return 'code';
  return shown.phase === 'confirming' || shown.charge.status === 'paid' ? 'checking' : 'over';
}

/** Finds the text of the charge's state; `undefined` if other texts show it or there is no charge. */
function findStatus({ shown, isOffline, isCreating }: PixController, { state }: OrderController): TextKey | undefined {
  // The outcome of the order is shown instead.
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

/** Finds the explanation of a failure to create a Pix code. */
export function findPixFailureHelp(outcome: PaymentOutcome | undefined): TextKey | undefined {
  const code = outcome?.status === 'failed' ? outcome.error.code : '';
  return code.startsWith('pix-') ? 'pixRefusedHelp' : code.startsWith('invalid-') ? 'failedHelp' : undefined;
}
