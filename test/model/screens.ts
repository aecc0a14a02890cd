import { parseAmount } from '../../src/domain/money.js';
import { listTaken, type LedgerRecord } from '../../src/domain/order/ledger-record.js';
import type { Tab } from './tab.js';
import type { LastWord } from './last-word.js';
import type { World } from './world.js';

/** Money that the service took for an order. */
export interface TakenMoney {
  /** The attempt or, of a Pix, what the ledger calls it. */
  id: string;
  cents: number;
}

/** How an order of a world came out. */
export interface OrderFacts {
  orderId: string;
  last: LastWord;
  /** What the service took. */
  taken: readonly TakenMoney[];
  /** Whether the ledger knew of two payments before the shopper looked once more. */
  wasTwice: boolean;
}

const PAID = /Pagamento aprovado|Pix recebido/;
const TWICE = /O pedido foi pago mais de uma vez/;
const SHORT = /Falta uma parte do pagamento/;
const NOT_CHARGED = /não foi cobrado|não foi feito/;

/** In the end every tab of an order shows it as what it is, but for one that cannot know of the others' payments. */
export function judgeScreens({ tabs, losses }: World, records: readonly LedgerRecord[], { orderId, taken }: OrderFacts): string[] {
  const known = listTaken(records);
  // What the browser was made to forget, nobody can show.
  const shown = losses > 0 ? taken.filter(({ id }) => known.some((record) => record.id === id)) : taken;
  return tabs
    .filter(({ attributes, isAlone }) => attributes['order-id'] === orderId && !isAlone)
    .flatMap((tab) => {
      const { name, text } = tab;
      const problem = losses > 0 && shown.length === 0 ? undefined : findProblem(tab, shown);
      return problem ? [`${name}, for ${tab.attributes['amount'] ?? ''}, ${problem}, after ${taken.length} payments: "${text}"`] : [];
    });
}

function findProblem({ text, attributes }: Tab, taken: readonly TakenMoney[]): string | undefined {
  const [money, ...more] = taken;
  if (!money) return PAID.test(text) || TWICE.test(text) || SHORT.test(text) ? 'shows a payment' : undefined;
  if (NOT_CHARGED.test(text)) return 'says that nothing was charged';
  if (more.length > 0) return TWICE.test(text) ? undefined : 'does not say that the order was paid twice';
  if (TWICE.test(text)) return 'says that the order was paid twice';
  const due = parseAmount(attributes['amount'] ?? '') ?? 0;
  if (PAID.test(text)) return money.cents < due ? 'shows the order as paid in full' : undefined;
  return SHORT.test(text) ? undefined : 'shows no payment';
}
