const OUTCOMES = ['approved', 'failed', 'unconfirmed'] as const;
const CARD_OUTCOMES = [...OUTCOMES, 'declined'] as const;

/** The slots of each element by name, as the comment of its class lists them. */
export const SLOT_NAMES: ReadonlyMap<string, readonly string[]> = new Map([
  ['balcao-checkout', ['header', 'footer', 'card-frame', 'card-consent', 'help', ...CARD_OUTCOMES]],
  ['balcao-card-form', ['card-frame', 'card-consent', 'help', ...CARD_OUTCOMES]],
  ['balcao-saved-cards', ['help', ...CARD_OUTCOMES]],
  ['balcao-pix', ['help', ...OUTCOMES]],
  ['balcao-installments', []],
]);

/** The slots of a checkout that are shown beside a layout of the shop's own. */
export const COUNTER_SLOTS: readonly string[] = ['header', 'footer'];
