import fc from 'fast-check';
import type { ShopEndpoint, ShopFaultName } from '../support/shop/shop-faults.js';
import type { FaultName, FaultParams } from '../../src/sandbox/index.js';

/** Who acts: the number of a tab, taken modulo the tabs that are open. */
type Who = { tab: number };

/** What faults may be planned for. */
type FaultyOperation = 'processPayment' | 'tokenizeCard' | 'generatePixQrCode' | 'pixStatus';

/** One thing that happens in the world of the model. */
export type Step =
  | ({ do: 'type'; number: string } & Who)
  | ({ do: 'pay' | 'enter' | 'reload' | 'close' | 'remove' | 'put back' | 'offline' | 'online' | 'come back' | 'check' | 'tick' } & Who)
  | ({ do: 'wait for the answer' | 'pay with a saved card' } & Who)
  | ({ do: 'click'; times: number } & Who)
  | ({ do: 'switch'; method: string } & Who)
  | ({ do: 'make a code' | 'raise the amount' | 'another order' | 'back to the order' } & Who)
  | { do: 'pay a code'; code: number }
  | { do: 'make codes in every tab' | 'pay two codes' }
  | ({ do: 'forget the order' } & Who)
  | { do: 'clear the storage' }
  | { do: 'pay in every tab' | 'open a tab' | 'answer late' | 'release the shop' | 'revoke tokens' | 'clear faults' }
  | { do: 'fault'; operation: FaultyOperation; fault: FaultName; params: FaultParams & { times?: number } }
  | ({ do: 'pay into a fault'; fault: FaultName; params: FaultParams & { times?: number } } & Who)
  | { do: 'shop fault'; endpoint: ShopEndpoint; fault: ShopFaultName };

/** A step, and how long nothing else happens after it. */
export interface TimedStep {
  step: Step;
  pauseMs: number;
}

/** Approved; declined; charged though the answer never comes; charged though it is a 503. */
const NUMBERS = ['4111111111111111', '5555555555554444', '4000000000000002', '4000000000000341', '4000000000000119'] as const;

/** Every fault that a charge may meet; parameters keep them short. */
const CHARGE_FAULTS: readonly FaultName[] = [
  ...(['decline', 'success-false', 'slow', 'hang', 'hang-after-charge', 'reset', 'reset-after-charge', 'cut-after-charge'] as const),
  ...(['400', '401', '402', '403', '404', '405', '408', '408-after-charge', '409', '413', '415', '422', '429', '500'] as const),
  ...(['503-after-charge', 'no-cors-on-error', 'no-cors-after-charge', 'redirect', 'wrong-shape', 'wrong-shape-after-charge'] as const),
  ...(['html', 'html-after-charge', 'empty-after-charge', '4xx-success-true', 'no-message-after-charge', 'identifier-number'] as const),
  ...(['huge', 'deep-json', 'drip', 'wrong-charset'] as const),
];

/** What hangs is what makes the other steps meet a charge in flight. */
const HANGING: readonly FaultName[] = ['hang', 'hang-after-charge', 'slow', 'drip'];

/** How the shop's server may fail. Never by a lie: what it says of a charge is true. */
const SHOP_FAULTS: readonly ShopFaultName[] = ['403', '500', 'hang', 'slow', 'reset', 'garbage', 'html', 'empty'];

const who = { tab: fc.nat({ max: 2 }) };
const only = <Name extends string>(name: Name) => fc.constant<Name>(name);

const params = fc.record({
  ms: fc.constantFrom(20, 150, 600),
  retryAfter: fc.constantFrom(0, 1),
  bytes: fc.constant(300_000),
  times: fc.constantFrom(1, 1, 2),
});

const chargeFault = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...CHARGE_FAULTS) },
  { weight: 2, arbitrary: fc.constantFrom(...HANGING) },
  { weight: 1, arbitrary: only('401') },
);

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 10, arbitrary: fc.record({ do: only('type'), number: fc.constantFrom(NUMBERS[0], ...NUMBERS), ...who }) },
  { weight: 4, arbitrary: fc.record({ do: only('pay'), ...who }) },
  { weight: 12, arbitrary: fc.record({ do: only('pay into a fault'), fault: chargeFault, params, ...who }) },
  { weight: 6, arbitrary: fc.record({ do: only('click'), times: fc.constantFrom(1, 2, 7), ...who }) },
  { weight: 3, arbitrary: fc.record({ do: only('enter'), ...who }) },
  { weight: 5, arbitrary: fc.record({ do: only('pay in every tab') }) },
  { weight: 6, arbitrary: fc.record({ do: only('reload'), ...who }) },
  { weight: 4, arbitrary: fc.record({ do: only('open a tab') }) },
  { weight: 1, arbitrary: fc.record({ do: only('close'), ...who }) },
  { weight: 2, arbitrary: fc.record({ do: only('remove'), ...who }) },
  { weight: 3, arbitrary: fc.record({ do: only('put back'), ...who }) },
  { weight: 2, arbitrary: fc.record({ do: only('offline'), ...who }) },
  { weight: 3, arbitrary: fc.record({ do: only('online'), ...who }) },
  { weight: 2, arbitrary: fc.record({ do: only('come back'), ...who }) },
  { weight: 3, arbitrary: fc.record({ do: only('check'), ...who }) },
  { weight: 3, arbitrary: fc.record({ do: only('tick'), ...who }) },
  { weight: 2, arbitrary: fc.record({ do: only('pay with a saved card'), ...who }) },
  { weight: 3, arbitrary: fc.record({ do: only('switch'), method: fc.constantFrom('card', 'saved-cards', 'pix'), ...who }) },
  { weight: 6, arbitrary: fc.record({ do: only('wait for the answer'), ...who }) },
  { weight: 7, arbitrary: fc.record({ do: only('fault'), operation: only('processPayment'), fault: chargeFault, params }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: only('fault'),
      operation: fc.constantFrom<FaultyOperation>('tokenizeCard', 'generatePixQrCode', 'pixStatus'),
      fault: chargeFault,
      params,
    }),
  },
  { weight: 5, arbitrary: fc.record({ do: only('make a code'), ...who }) },
  { weight: 2, arbitrary: fc.record({ do: only('make codes in every tab') }) },
  { weight: 4, arbitrary: fc.record({ do: only('pay a code'), code: fc.nat({ max: 3 }) }) },
  { weight: 1, arbitrary: fc.record({ do: only('pay two codes') }) },
  { weight: 1, arbitrary: fc.record({ do: only('raise the amount'), ...who }) },
  { weight: 1, arbitrary: fc.record({ do: only('another order'), ...who }) },
  { weight: 2, arbitrary: fc.record({ do: only('back to the order'), ...who }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: only('shop fault'),
      endpoint: fc.constantFrom<ShopEndpoint>('token', 'resolve', 'notify'),
      fault: fc.constantFrom(...SHOP_FAULTS),
    }),
  },
  { weight: 6, arbitrary: fc.record({ do: only('answer late') }) },
  { weight: 3, arbitrary: fc.record({ do: only('release the shop') }) },
  { weight: 1, arbitrary: fc.record({ do: only('revoke tokens') }) },
  { weight: 2, arbitrary: fc.record({ do: only('clear faults') }) },
);

/** With what makes the browser forget: nobody can promise as much afterwards. */
const lossyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 20, arbitrary: step },
  { weight: 1, arbitrary: fc.record({ do: only('forget the order'), ...who }) },
  { weight: 1, arbitrary: fc.record({ do: only('clear the storage') }) },
);

/** How a shopper may begin: Pix codes then wait beside all that follows. */
const beginning = fc.constantFrom<TimedStep[]>(
  [],
  [{ step: { do: 'make a code', tab: 0 }, pauseMs: 150 }],
  [
    { step: { do: 'open a tab' }, pauseMs: 0 },
    { step: { do: 'make codes in every tab' }, pauseMs: 150 },
  ],
);

const listSteps = (of: fc.Arbitrary<Step>): fc.Arbitrary<TimedStep[]> =>
  fc
    .tuple(
      beginning,
      fc.array(fc.record({ step: of, pauseMs: fc.constantFrom(0, 0, 0, 10, 40) }), { minLength: 25, maxLength: 45, size: 'max' }),
    )
    .map(([first, rest]) => [...first, ...rest]);

/** A sequence of what shoppers, tabs, the service and the shop do. */
export const sequences: fc.Arbitrary<TimedStep[]> = fc.oneof(
  { weight: 3, arbitrary: listSteps(step) },
  { weight: 1, arbitrary: listSteps(lossyStep) },
);

/** Whether a step makes the browser forget payments. */
export function isLoss({ step: { do: what } }: TimedStep): boolean {
  return what === 'forget the order' || what === 'clear the storage';
}

/** A step in words, for the report of a failure. */
export function describeStep({ step, pauseMs }: TimedStep): string {
  const { do: what, ...rest } = step;
  const details = Object.keys(rest).length > 0 ? ` ${JSON.stringify(rest)}` : '';
  return `${what}${details}${pauseMs > 0 ? ` (${pauseMs} ms)` : ''}`;
}
