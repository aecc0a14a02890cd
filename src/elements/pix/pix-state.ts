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

/** The class by which each stage is laid out. */
export const LOOKS: Readonly<Record<PixStage, string>> = {
  start: 'start',
  making: 'shown making',
  code: 'shown',
  checking: '',
  over: 'whole',
  settled: 'settled',
};

/** The class by which each stage shows its status: for screen readers alone where other words say the same. */
export const HEADINGS: Readonly<Record<PixStage, string>> = {
  start: 'spoken',
  making: 'spoken',
  code: 'heading',
  checking: 'heading',
  over: 'title',
  settled: '',
};

/** How a charge stands, for the shopper. */
export interface PixState {
  stage: PixStage;
  /** The charge that is shown. */
  shown: VerifiedCharge | undefined;
  /** The sentence that says how it stands. */
  status: TextKey | undefined;
  /** Whether the order was paid by Pix, once and in full. */
  isPaid: boolean;
}

/** Whether a stage shows a code, or holds the room of one. */
export function hasCodePlace(stage: PixStage): boolean {
  return stage === 'making' || stage === 'code';
}

/** How the charge of an element stands. */
export function readPixState(pix: PixController, order: OrderController): PixState {
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
  // The order's outcome says that.
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

/** What a failure is explained with where it is about the code, not about a card. */
export function findPixFailureHelp(outcome: PaymentOutcome | undefined): TextKey | undefined {
  const code = outcome?.status === 'failed' ? outcome.error.code : '';
  return code.startsWith('pix-') ? 'pixRefusedHelp' : code.startsWith('invalid-') ? 'failedHelp' : undefined;
}
