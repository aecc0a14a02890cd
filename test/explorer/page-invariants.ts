import { listTaken as listTakenRecords } from '../../src/domain/order/ledger-record.js';
import type { Invariant } from './explore.js';
import { calmDown, listTaken, nameCharge, readState, type PageState } from './page-world.js';

type PageInvariant = Invariant<PageState>;

const oneCard: PageInvariant = {
  sentence: 'A card is charged only if no card of the order is open or unconfirmed, and nothing is paid.',
  isOfState: true,
  judge: ({ charges, isLost }) => {
    const charged = Object.keys(charges).filter((id) => charges[id]?.isCharged);
    return charged.length > 1 && !isLost ? `${charged.join(' and ')} were charged` : undefined;
  },
};

/** A press has heard of each code on record that was paid before it. */
const askedAtPress: PageInvariant = {
  sentence: 'It is asked at every press, however fresh the last answer is.',
  judge: ({ tabs, stored }, { tabs: before, codes }) => {
    const isPress = tabs.some(({ work }, index) => work?.do === 'open' && before[index]?.work === undefined);
    const taken = listTakenRecords(stored);
    const unheard =
      isPress && stored.find((record) => record.kind !== 'card' && codes[record.charge.chargeId] !== 'shown' && !taken.includes(record));
    return unheard ? `a card is paid beside ${unheard.id}` : undefined;
  },
};

const neverFailed: PageInvariant = {
  sentence: '`failed` and `declined` mean: certainly not charged.',
  isOfState: true,
  judge: ({ charges, stored, tabs }) => {
    const mayBe = (id: string): boolean => charges[id]?.isCharged === true || charges[id]?.isUnderWay === true;
    const wrong = stored.find(
      ({ kind, id, ...record }) => kind === 'card' && 'attempt' in record && isDenied(record.attempt.state) && mayBe(id),
    );
    if (wrong) return `${wrong.id} is written down as not charged`;
    const told = tabs
      .flatMap((tab) => Object.keys(tab.told))
      .find((end) => isDenied(end.split(' ')[1] ?? '') && mayBe(end.split(' ')[0] ?? ''));
    return told && `a page told "${told}"`;
  },
};

const onlyRealMoney: PageInvariant = {
  sentence: '`paid` means that the whole amount arrived.',
  isOfState: true,
  judge: (state) => {
    const truth = listTaken(state);
    const wrong = state.tabs.flatMap((tab) => listTakenRecords(tab.view)).find(({ id }) => !truth.includes(id));
    return wrong && `${wrong.id} counts as paid`;
  },
};

const successOnce: PageInvariant = {
  sentence: 'Each payment has one success event in each page',
  isOfState: true,
  judge: ({ tabs }) => {
    const twice = tabs.flatMap(({ told }) => Object.entries(told)).find(([end, count]) => end.endsWith(' approved') && count > 1);
    return twice && `a page told "${twice[0]}" ${twice[1]} times`;
  },
};

/** A clock of these worlds jumps by a day at most: no boleto comes to its end. */
const boletoStaysOpen: PageInvariant = {
  sentence: 'A boleto is called expired only after an answer, three banking days after its due date at the earliest.',
  isOfState: true,
  judge: ({ stored }) => stored.find((record) => record.kind === 'boleto' && record.charge.status === 'expired')?.id,
};

const turnsStay: PageInvariant = {
  sentence: 'So the database decides which payment came first, and no tab overwrites what it has not read.',
  judge: ({ stored }, { stored: before }) => {
    const turns = listTakenRecords(stored).map(({ turn }) => turn);
    if (new Set(turns).size < turns.length) return `turns ${turns.join(', ')}`;
    const moved = before.find(({ id, turn }) => turn !== undefined && stored.some((record) => record.id === id && record.turn !== turn));
    return moved && `${moved.id} had turn ${moved.turn}`;
  },
};

/** What was taken and is on record or known to a page: what the storage lost and nobody remembers is lost. */
function listRemembered({ stored, tabs }: PageState, taken: readonly string[]): string[] {
  const known = new Set([...stored, ...tabs.flatMap(({ view }) => view)].map(({ id }) => id));
  return taken.filter((id) => known.has(id));
}

const twiceIsSaid: PageInvariant = {
  sentence: 'Money that was taken twice is reported, to shopper and shop.',
  isOfState: true,
  judge: (state) => {
    const taken = listTaken(state);
    if (taken.length < 2) return undefined;
    const calm = calmDown(state);
    const remembered = listRemembered(calm, taken).filter((id) => isDecided(calm, id));
    if (remembered.length < 2) return undefined;
    const said = calm.tabs.map((tab) => readState(calm, tab).status).find((status) => status !== 'paid-twice');
    if (said) return `${remembered.join(' and ')} were taken, and a tab says "${said}"`;
    return calm.toldToShop.length < remembered.length - 1 ? 'the shop was told of none' : undefined;
  },
};

/** Which payment is one too many, the ledger decides: once it was lost, it may decide anew. Then each payment is named once at most. */
const duplicateOnce: PageInvariant = {
  sentence: 'once per extra payment, in each tab to which it is new',
  isOfState: true,
  judge: (state) => {
    const most = countExtra(state);
    const wrong = state.tabs.find(({ duplicates }) => duplicates > most);
    return wrong && `a tab told ${wrong.duplicates} times of ${most} payments too many`;
  },
};

const shopOnce: PageInvariant = {
  sentence: '`notify-url` gets the extra attempt with `duplicate: true`.',
  isOfState: true,
  judge: (state) => {
    const { toldToShop } = state;
    return toldToShop.length > countExtra(state) ? `the shop was told that ${toldToShop.join(' and ')} are one too many` : undefined;
  },
};

/** How many payments may be called one too many. */
function countExtra(state: PageState): number {
  const taken = listTaken(state).length;
  return state.isLost ? taken : Math.max(0, taken - 1);
}

/** What must be true of the pages' decisions. */
export const PAGE_INVARIANTS: readonly PageInvariant[] = [
  oneCard,
  askedAtPress,
  neverFailed,
  onlyRealMoney,
  successOnce,
  boletoStaysOpen,
  turnsStay,
  twiceIsSaid,
  duplicateOnce,
  shopOnce,
];

function isDenied(state: string): boolean {
  return state === 'declined' || state === 'failed';
}

/** Whether a payment's end is known to anybody, so that it can be told: a code that is watched, or a card whose answer came. */
function isDecided({ stored, codes }: PageState, id: string): boolean {
  const record = stored.find((known) => known.id === id);
  return record?.turn !== undefined || Object.keys(codes).some((code) => nameCharge(code) === id && record !== undefined);
}
