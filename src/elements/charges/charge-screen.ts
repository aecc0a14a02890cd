import type { OrderController } from '../../controllers/order/order-controller.js';
import type { ChargeController } from '../../controllers/charges/charge-controller.js';
import type { WatchedCharge } from '../../flow/charges/watched-charges.js';
import { isBoleto, type ChargeMethod } from '../../domain/order/charge.js';
import type { PaymentOutcome } from '../../domain/order/outcome.js';
import type { TextKey } from '../../i18n/pt-br.js';

/**
 * The stage of a charge, by the content that the shopper sees:
 * - `start`: the button that creates a code;
 * - `making`: placeholders for the code that is being created;
 * - `code`: the code, which can be paid;
 * - `checking`: the note that the payment is being confirmed; the code cannot be paid any more;
 * - `over`: the note that the code was not paid, and the button that creates another code;
 * - `settled`: the outcome of the order, which accepts no payment now.
 */
type ChargeStage = 'start' | 'making' | 'code' | 'checking' | 'over' | 'settled';

/**
 * The classes of each stage, for its layout, its state and the text of its state. What other texts say as well is visually hidden
 * (`spoken`).
 */
export const LOOKS: Readonly<Record<ChargeStage, { layout: string; state: string; status: string }>> = {
  start: { layout: 'start', state: 'head', status: 'spoken' },
  making: { layout: 'shown making', state: 'head', status: 'spoken' },
  code: { layout: 'shown', state: 'head', status: 'heading' },
  checking: { layout: '', state: 'head', status: 'heading' },
  over: { layout: 'whole', state: 'outcome warn screen', status: 'title' },
  settled: { layout: 'settled', state: 'spoken', status: '' },
};

/** The state of an element of Pix or boletos: everything that depends on its charge and on the order. */
export interface ChargeScreen<Shown extends WatchedCharge> {
  stage: ChargeStage;
  /** The charge that is shown. */
  shown: Shown | undefined;
  /** The text of the charge's state. */
  status: TextKey | undefined;
}

/** Derives the state of an element of Pix or boletos. */
export function deriveChargeScreen<Shown extends WatchedCharge>(
  charges: ChargeController<Shown>,
  order: OrderController,
  method: ChargeMethod,
): ChargeScreen<Shown> {
  return { stage: findStage(charges, order), shown: charges.shown, status: findStatus(charges, order, method) };
}

/** Finds the stage of an element. */
function findStage<Shown extends WatchedCharge>(
  { shown, leftMs = 0, isCreating }: ChargeController<Shown>,
  order: OrderController,
): ChargeStage {
  if (!order.isPayable) return 'settled';
  if (!shown) return isCreating ? 'making' : 'start';
  if (leftMs > 0 && (shown.phase === 'waiting' || shown.phase === 'shop-will-confirm')) return 'code';
  // A boleto may have been paid on its last day until an answer says otherwise.
  const isOver = shown.phase === 'expired' || shown.phase === 'final';
  const isUnknown = shown.phase === 'confirming' || (isBoleto(shown.charge) && !isOver);
  return isUnknown || shown.charge.status === 'paid' ? 'checking' : 'over';
}

/** Finds the text of the charge's state; `undefined` if other texts show it or there is no charge. */
function findStatus<Shown extends WatchedCharge>(
  { shown, isOffline, isCreating }: ChargeController<Shown>,
  { state }: OrderController,
  method: ChargeMethod,
): TextKey | undefined {
  // The outcome of the order is shown instead.
  if (state.status === 'paid' || state.status.startsWith('paid-')) return undefined;
  switch (shown?.phase) {
    case 'waiting':
      return isOffline ? `${method}Offline` : `${method}Waiting`;
    case 'confirming':
      // A Pix code may still be valid on the clock of its service; a boleto has passed its due date.
      return isOffline && method === 'pix' ? 'pixOffline' : `${method}Confirming`;
    case 'expired':
      return `${method}Expired`;
    case 'shop-will-confirm':
      return 'pixShopConfirms';
    case 'final':
      return shown?.charge.status === 'paid' ? undefined : `${method}Ended`;
    case undefined:
      return isCreating ? `${method}Creating` : undefined;
  }
}

/** Finds the explanation of a failure to create a Pix code or a boleto. */
export function findRefusalHelp(outcome: PaymentOutcome | undefined, method: ChargeMethod): TextKey | undefined {
  const code = outcome?.status === 'failed' ? outcome.error.code : '';
  return /^(?:pix|boleto)-/.test(code) ? `${method}RefusedHelp` : code.startsWith('invalid-') ? 'failedHelp' : undefined;
}
