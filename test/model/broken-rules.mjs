const DECISION = 'src/domain/order/ledger-decision.ts';
const NEWS = 'src/domain/order/ledger-news.ts';
const OUTCOME = 'src/domain/order/outcome.ts';
const RECORD = 'src/domain/order/ledger-record.ts';
const RESENDS = 'src/client/cards/resend-charge.ts';
const STATE = 'src/domain/order/order-state.ts';
const CHARGE = 'src/domain/order/charge.ts';
const PROGRESS = 'src/domain/order/charge-progress.ts';
const INTENT = 'src/flow/order/charge-intent.ts';
const LEDGER = 'src/flow/order/order-ledger.ts';
const STATUS = 'src/flow/order/order-status.ts';
const DATABASE = 'src/flow/ledger/record-database.ts';
const INDEXED_DB = 'src/flow/ledger/indexed-db-ledger.ts';
const MEMORY = 'src/flow/ledger/memory-ledger.ts';
const RESILIENT = 'src/flow/ledger/resilient-ledger.ts';
const CHARGES = 'src/flow/charges/watched-charges.ts';
const POLLER = 'src/flow/charges/charge-poller.ts';
const ARRIVED = 'src/domain/pix/arrived-amount.ts';
const CLAIM = 'src/frame/frame-service.ts';
const TERMS = 'src/domain/installments/terms.ts';
const GUARDS = 'src/server/endpoints/guards.ts';
const RELAY = 'src/server/relay/payment-endpoint.ts';
const CHARGES_OF_RELAY = 'src/server/relay/charge-service.ts';
const FUNCTIONS = 'src/server/shop-functions.ts';

/**
 * The rules of an order's money, each broken on purpose: one of its `tests` must fail. `edits` are texts of the source and what stands there
 * instead; one that finds nothing is an error, so that a rule that moves is not forgotten here.
 *
 * @type {Record<string, { about: string, edits: [file: string, from: string | RegExp, to: string][], tests: string[] }>}
 */
export const BROKEN_RULES = {
  // Whose payment it is
  'approval-without-order': {
    about: 'an approval does not say which order it is of',
    edits: [[OUTCOME, 'presentFields({ orderId, chargeId', 'presentFields({ chargeId']],
    tests: ['test/domain/order/outcome.test.ts'],
  },
  'decline-without-order': {
    about: 'a decline does not say which order it is of',
    edits: [[OUTCOME, 'presentFields({ orderId, message: details.message })', 'presentFields({ message: details.message })']],
    tests: ['test/domain/order/outcome.test.ts'],
  },
  'failure-without-order': {
    about: 'a failure does not say which order it is of',
    edits: [[OUTCOME, '...presentFields({ orderId }),', '']],
    tests: ['test/domain/order/outcome.test.ts'],
  },
  'attempt-without-order': {
    about: 'an attempt is written down without its order',
    edits: [[INTENT, 'presentFields({ orderId, total', 'presentFields({ total']],
    tests: ['test/flow/order/order-guard.test.ts'],
  },
  'slash-makes-another-order': {
    about: 'a last slash in the address of the service makes another order',
    edits: [['src/domain/order/order-key.ts', ".replace(/\\/+$/, '')", '']],
    tests: ['test/domain/order/order-key.test.ts'],
  },
  'other-order-read': {
    about: "the payments of another order are read as this one's",
    edits: [[DATABASE, 'IDBKeyRange.bound([orderKey], [orderKey, []])', 'IDBKeyRange.lowerBound([orderKey])']],
    tests: ['test/flow/ledger/indexed-db-ledger.test.ts'],
  },

  // Told once, in the page
  'outcome-nobody-hears': {
    about: 'an outcome that comes while no element of its order is in the page is told to nobody',
    edits: [[STATUS, 'if (isNew) this.untold.add(change);', '']],
    tests: ['test/flow/order/untold.test.ts'],
  },
  'outcome-told-twice': {
    about: 'each element of an order tells the same outcome',
    edits: [[STATUS, 'return this.untold.delete(change)', 'return this.untold.has(change)']],
    tests: ['test/flow/order/untold.test.ts'],
  },
  'settled-payment-told-as-unconfirmed': {
    about: 'a payment that was settled meanwhile is told as unconfirmed first',
    edits: [[STATUS, 'this.untold.delete(change) && !isOver', 'this.untold.delete(change)']],
    tests: ['test/flow/order/untold.test.ts'],
  },
  'outcome-told-out-of-the-page': {
    about: 'an element that has left the page sends its event where nobody hears it',
    edits: [['src/controllers/payment/payment-controller.ts', 'if (guard && !this.host.isConnected)', 'if (false)']],
    tests: ['test/controllers/payment/untold.test.ts'],
  },
  'next-element-tells-nothing': {
    about: 'an element that is put in does not tell what came before it',
    edits: [['src/controllers/order/order-controller.ts', 'guard.untold.size > 0 || guard !== this.#guard', 'guard !== this.#guard']],
    tests: ['test/controllers/payment/untold.test.ts'],
  },

  // Only what the shop's server takes
  'terms-exceeded': {
    about: 'a page offers more installments than the terms of the shop allow',
    edits: [['src/domain/installments/terms.ts', 'Math.min(wanted.maxInstallments ?? most, most)', 'wanted.maxInstallments ?? most']],
    tests: ['test/domain/installments/bound-by-terms.test.ts'],
  },
  'payer-of-the-page': {
    about: 'the payer that a page has set wins over the terms of the shop',
    edits: [['src/domain/installments/terms.ts', "payer === 'choice' && wanted.feePayer !== undefined", 'wanted.feePayer !== undefined']],
    tests: ['test/domain/installments/bound-by-terms.test.ts'],
  },
  'terms-unread': {
    about: 'terms that are none are passed over, and the table beside them is taken',
    edits: [['src/client/profile/fee-table-schema.ts', 'z.strictObject({\n    maxInstallments', 'z.looseObject({\n    maxInstallments']],
    tests: ['test/client/shop/shop-fees.test.ts'],
  },
  'terms-not-awaited': {
    about: 'while the shop is asked for its terms, the page offers the plans of its own attributes',
    edits: [['src/controllers/card/installments-controller.ts', 'this.#areTermsAwaited ? 1 : maxInstallments', 'maxInstallments']],
    tests: ['test/elements/card-form/shop-fees.test.ts'],
  },
  'terms-forgotten': {
    about: 'once the table of another brand fails, the page offers more than the known terms of the order',
    edits: [['src/controllers/card/fee-table-controller.ts', '...known,', '']],
    tests: ['test/controllers/card/fee-table-controller.test.ts'],
  },
  'line-beyond-terms': {
    about: 'the line of the card in a checkout promises what the terms of the shop do not allow',
    edits: [
      [
        'src/elements/checkout/checkout.late.ts',
        'isShopAsked(settings) ? getOfferedPlans(host) : findPlans(settings)',
        'findPlans(settings)',
      ],
    ],
    tests: ['test/elements/checkout/rows.test.ts'],
  },
  'twelve-installments-unasked': {
    about: 'a shop that says nothing offers twelve installments with its own money',
    edits: [
      [
        'src/controllers/settings/settings.ts',
        'format: count(1, 99), default: 1 },\n  /** The minimum',
        'format: count(1, 99), default: 12 },\n  /** The minimum',
      ],
    ],
    tests: ['test/controllers/settings/settings.test.ts'],
  },

  // Nothing between two keys
  'emptied-between-keys': {
    about: 'a page empties the fields of a frame between two keys, and tells the digits apart',
    edits: [['src/frame/session.ts', 'if (isDisturbing && this.#cancelIdleTimer)', 'if (false)']],
    tests: ['test/frame/typing.test.ts'],
  },

  // Never a comforting lie
  'busy-is-failed': {
    about: 'while another tab pays, a payment ends as failed',
    edits: [[STATE, /case 'elsewhere':\s+return \{ status: 'cancelled', reason: 'busy' \};/, "case 'elsewhere':"]],
    tests: ['test/domain/order/order-state.test.ts'],
  },
  'paid-elsewhere-is-failed': {
    about: 'an order that the shop says is paid ends as failed',
    edits: [[STATE, "if (state.closed === 'paid') return { status: 'cancelled', reason: 'busy' };", '']],
    tests: ['test/domain/order/order-state.test.ts'],
  },
  'busy-shop-ignored': {
    about: 'a shop that says that another device pays is not heard',
    edits: [[STATUS, 'if (isOrderBusy(error))', 'if (false)']],
    tests: ['test/flow/order/order-guard-charge.test.ts'],
  },
  'broken-send-is-failed': {
    about: 'a charge that broke off after it was written down is called failed',
    edits: [[INTENT, "return isOpened ? { status: 'unconfirmed', error }", "return false ? { status: 'unconfirmed', error }"]],
    tests: ['test/flow/order/order-guard-charge.test.ts'],
  },
  'approval-denied': {
    about: 'an approval that comes after "not charged" is dropped',
    edits: [['src/domain/order/attempt.ts', "failed: ['approved']", 'failed: []']],
    tests: ['test/domain/order/attempt.test.ts'],
  },

  // Taken twice is always said
  'duplicate-has-no-turn': {
    about: 'a payment that takes money after another one gets no turn',
    edits: [
      [DECISION, 'record.turn === undefined && hasPaid(record)', 'records.every(({ turn }) => turn === undefined) && hasPaid(record)'],
    ],
    tests: ['test/domain/order/ledger-decision.test.ts'],
  },
  'same-turn-twice': {
    about: 'two payments that took money both count as the first',
    edits: [[DECISION, 'Math.max(0, ...turns.values()) + 1', '1']],
    tests: ['test/domain/order/ledger-decision.test.ts'],
  },
  'turn-taken-over': {
    about: 'the oldest payment takes the turn of the one that paid the order first',
    edits: [[DECISION, /\[(\.\.\.taken\.filter\(isStored\).*), \.\.\.unnumbered\]/, '[...unnumbered, $1]']],
    tests: ['test/domain/order/ledger-decision.test.ts'],
  },
  'refund-frees-turn': {
    about: 'a payment that was given back no longer counts as taken',
    edits: [
      [
        RECORD,
        'records.filter(({ turn }) => turn !== undefined)',
        'records.filter((record) => record.turn !== undefined && hasPaid(record))',
      ],
    ],
    tests: ['test/domain/order/given-back.test.ts'],
  },
  'duplicate-not-listed': {
    about: 'a duplicate is no news',
    edits: [[NEWS, 'return after.filter((record) => isDuplicate(record)', 'return after.filter((record) => false && isDuplicate(record)']],
    tests: ['test/domain/order/ledger-news.test.ts'],
  },
  'duplicate-said-again': {
    about: 'a known duplicate is news at each reading',
    edits: [[NEWS, ' && !before.some((known) => known.id === record.id && isDuplicate(known))', '']],
    tests: ['test/domain/order/ledger-news.test.ts'],
  },
  'duplicate-not-passed-on': {
    about: 'a duplicate is not passed on to the page',
    edits: [[STATUS, '...listNewDuplicates(before, records)', '...listNewDuplicates(records, records)']],
    tests: ['test/flow/order/order-guard.test.ts'],
  },
  'duplicate-not-reported': {
    about: 'the shop is not told that an approved payment was one too many',
    edits: [['src/flow/order/shop-notifier.ts', ' && known.duplicate === attempt.duplicate', '']],
    tests: ['test/flow/order/shop-reports.test.ts'],
  },
  'duplicate-not-marked': {
    about: "a duplicate's attempt does not say so",
    edits: [[RECORD, 'isDuplicate(record) ? { ...record.attempt, duplicate: true } : record.attempt', 'record.attempt']],
    tests: ['test/domain/order/ledger-record.test.ts'],
  },
  'duplicate-pix-not-marked': {
    about: 'a Pix that was one too many does not say so',
    edits: [[RECORD, ', duplicate: isDuplicate(record) || undefined', '']],
    tests: ['test/domain/order/ledger-record.test.ts'],
  },
  'twice-is-paid': {
    about: 'an order of which money was taken twice stands as paid',
    edits: [[STATE, "if (more.length > 0) return { status: 'paid-twice', outcome, payments: taken };", '']],
    tests: ['test/domain/order/order-state.test.ts'],
  },
  'first-reading-is-news': {
    about: 'what a first reading finds is passed on as news',
    edits: [[STATUS, '...(before ? this.#listNews(before) : [])', '...this.#listNews(before ?? [])']],
    tests: ['test/flow/order/order-guard-tabs.test.ts'],
  },
  'paid-hides-unconfirmed': {
    about: 'a card that is unconfirmed is not asked about any more once the order is paid',
    edits: [[STATE, "return 'unconfirmed' in state ? state.unconfirmed : undefined;", 'return undefined;']],
    tests: ['test/domain/order/order-state.test.ts'],
  },

  // One success event
  'pix-paid-untold': {
    about: 'a Pix that another tab saw paid is not passed on',
    edits: [[STATUS, '...listNewlyPaidCharges(before, records)', '...listNewlyPaidCharges(records, records)']],
    tests: ['test/flow/order/order-guard-tabs.test.ts'],
  },
  'pix-paid-told-again': {
    about: 'a Pix that is paid is passed on at each reading',
    edits: [[NEWS, 'record.turn !== undefined && !hadTurn(record.id)', 'record.turn !== undefined']],
    tests: ['test/domain/order/ledger-news.test.ts'],
  },
  'forgotten-pix-told-again': {
    about: 'a paid Pix of an order that was forgotten is passed on once more when it is learned again',
    edits: [[STATUS, '.filter(({ id }) => this.claim(id))', '']],
    tests: ['test/flow/order/untold.test.ts'],
  },
  'own-approval-told-twice': {
    about: 'the page that pays a card also hears of it as settled elsewhere',
    edits: [[NEWS, "record.kind !== 'card' || isOwn(record.id)", "record.kind !== 'card'"]],
    tests: ['test/domain/order/ledger-news.test.ts'],
  },
  'old-refusal-is-news': {
    about: 'a decline that blocked nothing is passed on as settled elsewhere',
    edits: [[NEWS, "const wasBlocking = (known === 'open' || known === 'unconfirmed') &&", 'const wasBlocking =']],
    tests: ['test/domain/order/ledger-news.test.ts'],
  },

  // Paid in full
  'less-is-paid': {
    about: 'a Pix of which less arrived than was asked for counts as paid in full',
    edits: [[RECORD, 'Math.max(0, askedCents - arrivedCents)', '0']],
    tests: ['test/domain/order/ledger-record.test.ts'],
  },
  'raised-price-is-paid': {
    about: 'a payment of an old, lower amount counts as paid in full',
    edits: [[RECORD, 'Math.max(0, nowCents - thenCents)', '0']],
    tests: ['test/domain/order/ledger-record.test.ts'],
  },
  'pix-price-is-short': {
    about: 'a Pix at its own lower price counts as paid short',
    edits: [[RECORD, 'const askedCents = parseAmount(amount);', 'const askedCents = parseAmount(record.orderAmount);']],
    tests: ['test/domain/order/ledger-record.test.ts'],
  },
  'pix-is-held-to-card-price': {
    about: 'a Pix at its own lower price is short once the price by card is raised',
    edits: [[RECORD, "record.kind === 'pix' && duePixCents !== undefined", 'false']],
    tests: ['test/domain/order/ledger-record.test.ts'],
  },
  'missing-not-written': {
    about: 'what is missing is not written down',
    edits: [[DECISION, 'presentFields({ turn, missing, ', 'presentFields({ turn, ']],
    tests: ['test/domain/order/ledger-decision.test.ts'],
  },
  'missing-forgotten': {
    about: 'what is missing is forgotten when the amount is set back',
    edits: [
      [
        DECISION,
        'record.missing ?? (turn === 1 ? findMissing(record, due) : undefined)',
        'turn === 1 ? findMissing(record, due) : undefined',
      ],
    ],
    tests: ['test/domain/order/ledger-decision.test.ts'],
  },
  'short-is-paid': {
    about: 'an order that is paid short stands as paid',
    edits: [[STATE, 'if (first.missing !== undefined)', 'if (false)']],
    tests: ['test/domain/order/order-state.test.ts'],
  },
  'short-is-payable': {
    about: 'an order that is paid short takes another payment',
    edits: [[STATE, "return { status: 'cancelled', reason: 'short' };", 'return undefined;']],
    tests: ['test/domain/order/order-state.test.ts'],
  },
  'due-not-read': {
    about: 'a new amount is not compared with what was paid',
    edits: [[LEDGER, '...this.due,', '']],
    tests: ['test/flow/order/order-guard.test.ts'],
  },
  'arrived-not-written': {
    about: 'what arrived by Pix is not written down',
    edits: [[CHARGES, 'presentFields({ paidAmount })', '{}']],
    tests: ['test/flow/charges/watched-charges.test.ts'],
  },

  // What was agreed is shown afterwards
  'total-not-kept': {
    about: 'the total of the button is not kept',
    edits: [[INTENT, 'orderId, total, parts,', 'orderId, parts,']],
    tests: ['test/flow/order/order-guard.test.ts'],
  },
  'parts-not-kept': {
    about: 'the parts of the total are not kept',
    edits: [[INTENT, 'orderId, total, parts,', 'orderId, total,']],
    tests: ['test/flow/order/order-guard.test.ts'],
  },
  'total-not-said': {
    about: 'an approval does not say the total',
    edits: [
      [OUTCOME, 'duplicate, total, identifier, brand, last4, cardId, message', 'duplicate, identifier, brand, last4, cardId, message'],
    ],
    tests: ['test/domain/order/outcome.test.ts'],
  },

  // Never twice
  'open-beside-open': {
    about: 'a card opens beside one that is open',
    edits: [[DECISION, " ?? cards.find(({ attempt }) => attempt.state === 'open')", '']],
    tests: ['test/domain/order/ledger-decision.test.ts'],
  },
  'open-beside-unconfirmed': {
    about: 'a card opens beside one that is unconfirmed',
    edits: [[DECISION, "cards.find(({ attempt }) => attempt.state === 'unconfirmed') ?? ", '']],
    tests: ['test/domain/order/ledger-decision.test.ts'],
  },
  'open-beside-paid-pix': {
    about: 'a card opens beside a Pix that is paid',
    edits: [[DECISION, 'records.filter(({ id }) => id !== ownId)', "records.filter(({ id, kind }) => id !== ownId && kind === 'card')"]],
    tests: ['test/domain/order/ledger-decision.test.ts'],
  },
  'open-beside-approved': {
    about: 'a card opens beside one that is approved',
    edits: [
      [
        DECISION,
        'records.filter(({ id }) => id !== ownId)',
        "records.filter((record) => record.id !== ownId && !(record.kind === 'card' && hasPaid(record)))",
      ],
    ],
    tests: ['test/domain/order/ledger-decision.test.ts'],
  },
  'pending-pix-blocks': {
    about: 'a Pix code that is not paid keeps a card from being charged',
    edits: [[DECISION, 'return paid ?? cards', "return paid ?? others.find(({ kind }) => kind === 'pix') ?? cards"]],
    tests: ['test/domain/order/ledger-decision.test.ts'],
  },
  'blocked-is-sent': {
    about: 'a card that another payment blocks is sent all the same',
    edits: [[LEDGER, 'if (blocking) throw createOrderClosedError();', '']],
    tests: ['test/flow/order/order-guard-tabs.test.ts'],
  },
  'read-before-transaction': {
    about: 'the order is read before the transaction that writes',
    edits: [
      [
        INDEXED_DB,
        'change(orderKey: string, decide: DecideChange): Promise<ChangedOrder> {',
        'async change(orderKey: string, decide: DecideChange): Promise<ChangedOrder> {\n    const before = await this.read(orderKey);',
      ],
      [INDEXED_DB, 'const before = await this.#collect(store, orderKey);', ''],
    ],
    tests: ['test/flow/ledger/indexed-db-ledger.test.ts', 'test/flow/order/order-guards.test.ts'],
  },
  'slow-storage-ignored': {
    about: 'after storage was slow once, a card is charged without waiting for other tabs',
    edits: [[RESILIENT, 'if (isDecisive || !this.#isMemoryOnly)', 'if (!this.#isMemoryOnly)']],
    tests: ['test/flow/ledger/resilient-ledger.test.ts'],
  },
  'unloaded-page-pays': {
    about: 'an unloaded page goes on in memory, and charges what the page that follows does not know of',
    edits: [[RESILIENT, 'if (isUnloaded()) throw error;', '']],
    tests: ['test/flow/ledger/resilient-ledger.test.ts'],
  },
  'stale-reading': {
    about: 'a reading that a newer call made stale is taken as the newest',
    edits: [[LEDGER, /while \((?:order && )?this\.#isStale\);/, 'while (false);']],
    tests: ['test/flow/order/order-ledger.test.ts', 'test/flow/order/order-ledger-view.test.ts'],
  },
  'expired-code-not-asked': {
    about: 'a Pix code that has expired is not asked about before a card is charged',
    edits: [
      [
        CHARGES,
        'filter(({ record }) => !isOver(record.charge))',
        "filter(({ record }) => !isFinal(record.charge) && record.charge.status !== 'expired')",
      ],
    ],
    tests: ['test/flow/charges/watched-charges.test.ts'],
  },
  'known-code-not-asked': {
    about: 'a Pix code that only the ledger knows is not asked about before a card is charged',
    edits: [
      [CHARGES, "for (const record of guard.records) if (record.kind !== 'card') this.#addEntry(record, false);\n    const", 'const'],
    ],
    tests: ['test/flow/charges/watched-charges.test.ts'],
  },
  'unknown-pix-is-known': {
    about: 'a card is charged though nobody can say whether a Pix code was paid',
    edits: [[CHARGES, "isEveryCreated && !answers.includes('unknown')", 'isEveryCreated']],
    tests: ['test/flow/order/order-guard-pix.test.ts'],
  },
  'freed-without-lock': {
    about: '"not charged" frees an order though no lock says that no request runs',
    edits: [[LEDGER, /return \(flight === 'ended' && isLocked\) \|\| [^;]+;/, 'return true;']],
    tests: ['test/flow/order/order-ledger.test.ts', 'test/flow/order/order-ledger-view.test.ts'],
  },
  'freed-at-time-limit': {
    about: '"not charged" frees an order without a lock as soon as the time limit is over',
    edits: [[LEDGER, 'UNSEEN_LIMIT_MS = 300_000', 'UNSEEN_LIMIT_MS = 0']],
    tests: ['test/flow/order/order-ledger.test.ts', 'test/flow/order/order-ledger-view.test.ts'],
  },
  'freed-in-flight': {
    about: '"not charged" frees an order while a living tab is charging',
    edits: [[LEDGER, "if (flight === 'in-flight') return false;", '']],
    tests: ['test/flow/order/order-ledger.test.ts', 'test/flow/order/order-ledger-view.test.ts'],
  },

  // The ledger survives its storage
  'unreadable-skipped': {
    about: 'a record that cannot be read blocks nothing',
    edits: [['src/flow/ledger/indexed-db-ledger.ts', ' ?? createUnreadable(id)', '']],
    tests: ['test/flow/ledger/indexed-db-ledger.test.ts'],
  },
  'lost-not-restored': {
    about: 'payments that the storage has lost are not written down again',
    edits: [[LEDGER, /function isWorthRestoring.*/, '$&\n  return false;']],
    tests: ['test/flow/order/order-guard.test.ts'],
  },
  'lost-not-known': {
    about: 'the page forgets payments that the storage has lost',
    edits: [[LEDGER, 'this.#show([...lost, ...merged]', 'this.#show([...merged]']],
    tests: ['test/flow/order/order-ledger-view.test.ts'],
  },
  'mark-not-seen': {
    about: 'an order that the shop freed in another tab is taken for one whose storage was cleared',
    edits: [[LEDGER, /const isForgotten = [^;]+;/, 'const isForgotten = false;']],
    tests: ['test/flow/order/order-guards.test.ts'],
  },
  'mark-not-written': {
    about: 'freeing an order leaves no mark in IndexedDB',
    edits: [[INDEXED_DB, 'await store.put(forgetId, createForgetKey(orderId));', '']],
    tests: ['test/flow/ledger/indexed-db-ledger.test.ts'],
  },
  'mark-not-kept': {
    about: 'freeing an order leaves no mark in memory',
    edits: [[MEMORY, /(async forget[^}]+?)this\.#forgetIds\.set\(orderId, forgetId\);/, '$1']],
    tests: ['test/flow/ledger/resilient-ledger.test.ts'],
  },
  'other-orders-forgotten': {
    about: 'freeing an order removes the others from IndexedDB',
    edits: [[INDEXED_DB, 'filter(([orderKey]) => parseOrderId(orderKey) === orderId)', 'filter(() => true)']],
    tests: ['test/flow/ledger/indexed-db-ledger.test.ts'],
  },
  'other-orders-forgotten-in-memory': {
    about: 'freeing an order removes the others from memory',
    edits: [[MEMORY, 'if (parseOrderId(orderKey) === orderId) ', '']],
    tests: ['test/flow/ledger/memory-ledger.test.ts'],
  },
  'newer-database-refused': {
    about: 'a database of a newer version is not opened',
    edits: [[DATABASE, 'this.#name, version, {', 'this.#name, version ?? 1, {']],
    tests: ['test/flow/ledger/indexed-db-ledger.test.ts'],
  },
  'database-not-repaired': {
    about: 'a database without its store stays without it',
    edits: [[DATABASE, 'if (database.objectStoreNames.contains(STORE)) return database;', 'if (database.version > 0) return database;']],
    tests: ['test/flow/ledger/indexed-db-ledger.test.ts'],
  },
  'age-by-device': {
    about: "a payment's age is counted by the device's clock",
    edits: [[LEDGER, 'confirmedNow: this.#ports.confirmedNow?.()', 'confirmedNow: this.#ports.clock.now()']],
    tests: ['test/flow/order/order-ledger.test.ts', 'test/flow/order/order-ledger-view.test.ts'],
  },
  'confirmed-time-moves': {
    about: 'the confirmed time of a payment is set anew each time it is seen',
    edits: [[DECISION, 'record.confirmedAt ?? confirmedNow', 'confirmedNow ?? record.confirmedAt']],
    tests: ['test/domain/order/ledger-decision.test.ts'],
  },
  'unseen-money-removed': {
    about: 'payments that may have taken money are removed though no clock was ever confirmed',
    edits: [['src/domain/order/record-life.ts', 'isHarmless(record) && ', '']],
    tests: ['test/domain/order/record-life.test.ts'],
  },
  'newest-orders-removed': {
    about: 'declined payments of the newest orders are removed though no clock was ever confirmed',
    edits: [['src/domain/order/record-life.ts', ' && !newest.has(orderKey)', '']],
    tests: ['test/domain/order/record-life.test.ts'],
  },

  // What a browser sends again by itself
  'repeats-answer-is-failed': {
    about: "with a key, the refusal of what a browser has sent again is taken for the charge's",
    edits: [[RESENDS, 'before?.status === last.status && getStatus(before) === getStatus(last)', 'true']],
    tests: ['test/client/cards/resend-charge.test.ts'],
  },
  'refused-repeat-ends': {
    about: 'a repeat that is refused is not asked about again',
    edits: [[RESENDS, '(isLost(answer) || isRefusal(answer))', 'isLost(answer)']],
    tests: ['test/client/cards/resend-charge.test.ts'],
  },
  'charge-under-way-ends': {
    about: 'a charge that the service calls under way is not asked about again',
    edits: [[RESENDS, '404, 409, 422', '404, 422']],
    tests: ['test/client/cards/resend-charge.test.ts'],
  },
  'ordinary-refusal-unconfirmed': {
    about: 'a charge that was refused twice, and never lost, is unconfirmed',
    edits: [[RESENDS, 'before?.status === last.status && getStatus(before) === getStatus(last)', 'false']],
    tests: ['test/client/cards/resend-charge.test.ts'],
  },
  'refused-in-two-ways-is-failed': {
    about: 'with a key, two refusals of different kinds are taken for the answer to the charge',
    edits: [[RESENDS, ' && getStatus(before) === getStatus(last)', '']],
    tests: ['test/client/cards/resend-charge.test.ts'],
  },
  'refusal-that-says-declined': {
    about: 'with a key, a refusal that says "declined" is taken for the word of the issuer',
    edits: [['src/client/cards/charge-response.ts', 'isSuccess(response) || response.status === 402 ?', 'true ?']],
    tests: ['test/client/cards/resend-charge.test.ts'],
  },
  'lost-charge-declined-by-refusal': {
    about: 'after a loss, the refusal of a repeat that says "declined" ends the charge',
    edits: [[RESENDS, "return answer.status === 'declined' && !answer.error;", "return answer.status === 'declined';"]],
    tests: ['test/client/cards/resend-charge.test.ts'],
  },
  'limiter-says-failed': {
    about: 'with a key, a charge that a limiter answers twice has failed',
    edits: [[RESENDS, 'return answer.sent && answer.error.status === 429;', 'return false;']],
    tests: ['test/client/cards/resend-charge.test.ts'],
  },
  'limiter-asked-too-soon': {
    about: 'a limiter is asked again before it said',
    edits: [[RESENDS, 'Math.max(this.#pauseMs, waitMs)', 'this.#pauseMs']],
    tests: ['test/client/cards/resend-charge.test.ts'],
  },
  'unasked-refusal-is-failed': {
    about: 'with a key, a refusal that nobody could ask about is taken for the answer to the charge',
    edits: [[RESENDS, 'this.#isKnown ? last', 'this.#isKnown || this.#sendCount === 1 ? last']],
    tests: ['test/client/cards/resend-charge.test.ts'],
  },
  'unsent-repeat-is-failed': {
    about: 'that nothing was sent of what came again is taken for the answer to the charge',
    edits: [[RESENDS, ': this.#sendCount === 1;', ': true;']],
    tests: ['test/client/cards/resend-charge.test.ts'],
  },
  'refused-token-asked-twice': {
    about: 'with a key, a refused token is answered by requests that no key counts',
    edits: [['src/client/cards/charge.ts', 'service.profile.idempotency || token === undefined', 'token === undefined']],
    tests: ['test/client/cards/resend-charge.test.ts'],
  },
  'relay-refusal-asked-again': {
    about: "with a key, a refusal of the relay's own is asked about, though it says that nothing was sent",
    edits: [['src/client/create-service.ts', 'isSuccess(response)', 'response.status !== 503']],
    tests: ['test/client/create-service.test.ts'],
  },
  'renewals-by-page-alone': {
    about: 'a frame whose own config says that tokens serve one request gets one other token alone',
    edits: [['src/controllers/card-frame/frame-call.ts', 'this.#isCharge ? MAX_RETRIES : MAX_RENEWALS', '1']],
    tests: ['test/controllers/card-frame/frame-charge.test.ts'],
  },
  'terms-without-defaults': {
    about: 'terms that leave out what has a default come without it',
    edits: [['src/client/shop/shop-fees.ts', '...DEFAULT_TERMS, ', '']],
    tests: ['test/client/shop/shop-fees.test.ts'],
  },
  'charge-of-later-build-replaced': {
    about: 'a charge that a later build has added to is replaced whole',
    edits: [[INDEXED_DB, 'isFields(old) && isFields(value) ? changeStored(fields[field], old, value) : value', 'value']],
    tests: ['test/flow/ledger/stored-records.test.ts'],
  },
  'unknown-status-overwritten': {
    about: 'a status that only a later build knows gives way to one that says less',
    edits: [[INDEXED_DB, "old === 'unknown' && value === 'pending'", 'false']],
    tests: ['test/flow/ledger/stored-records.test.ts'],
  },
  'token-without-header': {
    about: 'what has no header of a JSON Web Token passes as one',
    edits: [[CLAIM, 'parameters !== undefined && !Array.isArray(parameters) && ', '']],
    tests: ['test/frame/charge.test.ts'],
  },
  'single-use-401-sent-again': {
    about: 'a 401 to a charge with a token that serves one request is answered by another charge',
    edits: [[RESENDS, 'return isSingleUse && isRefused ? toUnconfirmed(result) : result;', 'return result;']],
    tests: ['test/client/cards/resend-charge.test.ts'],
  },
  'single-use-token-shared': {
    about: 'two who wait for a token that serves one request get the same',
    edits: [['src/client/tokens/token-cache.ts', 'if (kept.isTaken) return await this.get(need);', '']],
    tests: ['test/client/tokens/token-cache.test.ts'],
  },
  'relay-page-names-no-attempt': {
    about: 'a page of the relay does not name its attempt, so that what the browser sends again is another one',
    edits: [['src/client/cards/charge.ts', '(isOwnOrigin(baseUrl) ? { header: RELAY_KEY_HEADER } : undefined)', 'undefined']],
    tests: ['test/client/cards/resend-charge.test.ts'],
  },

  // Time
  'future-decline-waits': {
    about: 'a decline stamped in the future makes the shopper wait for as long',
    edits: [
      [
        STATE,
        'Math.min(readAt, Math.max(...declines.map(({ startedAt }) => startedAt)))',
        'Math.max(...declines.map(({ startedAt }) => startedAt))',
      ],
    ],
    tests: ['test/domain/order/order-state.test.ts'],
  },
  'reissued-code-dropped': {
    about: 'an identifier that comes again with another code shows the old code',
    edits: [[CHARGE, /const (isReissued|isNewer) = [^;]+;/, 'const $1 = false;']],
    tests: ['test/domain/order/charge.test.ts'],
  },
  'stale-answer-expires': {
    about: 'an answer to a question from before the end makes a code expired',
    edits: [[PROGRESS, "status === 'pending' && mayBeExpired", "status === 'pending'"]],
    tests: ['test/domain/order/charge.test.ts'],
  },

  // A boleto
  'early-expiry-counts': {
    about: 'a boleto that its bank calls expired while its money may be under way is expired',
    edits: [[PROGRESS, 'isBoleto(charge) && !mayBeExpired', 'false']],
    tests: ['test/domain/order/boleto-charge.test.ts'],
  },
  'hybrid-is-over': {
    about: 'nobody asks about a boleto with a Pix code once one of its codes was paid',
    edits: [
      [CHARGE, "isFinal(charge) && !(isBoleto(charge) && charge.brCode !== undefined && charge.status === 'paid')", 'isFinal(charge)'],
    ],
    tests: ['test/flow/charges/boleto.test.ts'],
  },
  'second-payment-dropped': {
    about: 'the second payment of a boleto is not written down',
    edits: [[CHARGES, 'saveCharge([first, ...further])', 'saveCharge([first])']],
    tests: ['test/flow/charges/boleto.test.ts'],
  },
  'second-payment-is-news': {
    about: 'a boleto that is paid twice has two events of a payment',
    edits: [[NEWS, ' && !isFurtherPayment(record)', '']],
    tests: ['test/domain/order/boleto-charge.test.ts'],
  },
  'restored-turn-moves-others': {
    about: 'a payment that is written again after a loss takes the turn of a stored one',
    edits: [[DECISION, '...taken.filter(isStored), ...taken.filter((record) => !isStored(record))', '...taken']],
    tests: ['test/domain/order/ledger-decision.test.ts'],
  },

  // What arrived
  'unreadable-is-nothing-said': {
    about: 'an amount that nobody can read is none, so the payment counts as the whole',
    edits: [[ARRIVED, ' ?? UNCLEAR', '']],
    tests: ['test/domain/pix/arrived-amount.test.ts', 'test/client/pix/pix.test.ts'],
  },
  'two-readings-are-one': {
    about: 'a thousand with a point is read as one real',
    edits: [[ARRIVED, 'mayBeThousands || ', '']],
    tests: ['test/domain/pix/arrived-amount.test.ts'],
  },
  'unclear-pays-order': {
    about: 'a Pix of which nobody can read how much arrived pays the order',
    edits: [[STATE, "if (isUnclear(first)) return { status: 'paid-unclear', payment: first, method };", '']],
    tests: ['test/flow/charges/watched-charges.test.ts'],
  },
  'unclear-pays-order-on-server': {
    about: "the shop's server takes a Pix for the whole where nobody can read how much arrived",
    edits: [
      [
        'src/server/orders/pix-charges.ts',
        '...(amount !== undefined && amount !== UNCLEAR && { amountCents: amount }),',
        'amountCents: Number(amount) || charge.dueCents,',
      ],
    ],
    tests: ['test/server/orders/pix.test.mjs'],
  },
  'unclear-completed-by-any-word': {
    about: "the shop's server takes an unclear Pix for the whole once the service says anything else of it",
    edits: [['src/server/orders/pix-charges.ts', " || report.status !== 'paid')", ')']],
    tests: ['test/server/orders/pix.test.mjs'],
  },
  'unclear-completed-without-amount': {
    about: "the shop's server takes an unclear Pix for the whole once the service says without an amount that it is paid",
    edits: [['src/server/orders/pix-charges.ts', 'isWritten ? undefined : charge.amountCents', 'charge.amountCents']],
    tests: ['test/server/orders/pix.test.mjs'],
  },
  'unclear-told-as-whole': {
    about: "the shop's server tells the page of an unclear Pix without a word on its amount",
    edits: [['src/server/endpoints/pix-status-endpoints.ts', '...(paidAmount && {', '...(paidAmount && paidAmount !== UNCLEAR && {']],
    tests: ['test/server/orders/pix.test.mjs'],
  },

  // A code beside a card
  'fresh-answer-is-enough': {
    about: 'a code that was asked about a moment ago is not asked about again at the press',
    edits: [[POLLER, 'this.#isOver ? this.#charge.status : this.#poll()', 'this.#isFresh ? this.#poll() : this.#charge.status']],
    tests: ['test/flow/charges/charge-poller.test.ts', 'test/flow/charges/watched-charges.test.ts'],
  },
  'over-code-not-asked': {
    about: "the shop's server asks no more at the press about a code that is over",
    edits: [
      [
        'src/server/orders/pix-service.ts',
        'pix.filter(mayBePaid)',
        'pix.filter((code) => mayBePaid(code) && this.#parts.now() <= (code.expiresAt ?? Infinity) + 600_000)',
      ],
    ],
    tests: ['test/server/orders/pix.test.mjs'],
  },
  'over-code-not-asked-in-any-order': {
    about: "the shop's server asks no more at the press about a code that its last answer called over",
    edits: [
      [
        'src/server/orders/pix-charges.ts',
        "return status !== 'refunded' && (status !== 'paid' || boleto?.brCode !== undefined);",
        "return status === 'unknown';",
      ],
    ],
    tests: ['test/server/orders/pix.test.mjs'],
  },
  'question-forgotten-at-the-end': {
    about: "the shop's server asks no more by itself about a code whose last question had no answer",
    edits: [['src/server/orders/pix-charges.ts', '(isAnswered && now >= end)', 'now >= end']],
    tests: ['test/server/orders/pix.test.mjs'],
  },
  'fresh-answer-is-enough-on-server': {
    about: "the shop's server does not ask again about a code that it asked about a moment ago",
    edits: [['src/server/orders/pix-service.ts', '.map((charge) => this.queryNow(charge))', '.map((charge) => this.queryStatus(charge))']],
    tests: ['test/server/orders/pix.test.mjs'],
  },

  // The frame
  'typed-card-guarded-alone': {
    about: 'what leaves the frame is compared with what is typed now, not with the card that was sent',
    edits: [['src/frame/card-calls.ts', 'return [...this.#sent].map(({ number }) => number);', 'return [];']],
    tests: ['test/frame/charge.test.ts'],
  },
  'sent-card-forgotten-early': {
    about: 'the card that was sent is forgotten before its late answer has come',
    edits: [['src/frame/card-calls.ts', 'if (!late) return sent();', 'sent();\n    if (!late) return;']],
    tests: ['test/frame/charge.test.ts'],
  },
  'careless-token-is-opaque': {
    about: "another merchant's token that is written carelessly passes as an opaque one",
    edits: [[CLAIM, 'wanted?.claim === undefined || ', 'wanted?.claim === undefined || !COMPACT.test(token ?? "") || ']],
    tests: ['test/frame/charge.test.ts'],
  },
  'allowed-opaque-says-claims': {
    about: 'where opaque tokens are allowed, one that carries claims of another passes',
    edits: [[CLAIM, " && !token.split('.').some(parseClaims)", '']],
    tests: ['test/frame/charge.test.ts'],
  },
  'second-token-has-time': {
    about: 'a charge leaves the frame after its deadline, once its token is renewed',
    edits: [['src/frame/frame-service.ts', 'if (rejected !== undefined) assertInTime();', '']],
    tests: ['test/frame/charge.test.ts'],
  },

  // The shop's server
  'order-named-by-page': {
    about: 'the shop’s server locks, limits and writes down an order under the text that its page sent',
    edits: [[GUARDS, '  return order;\n', '  return { ...order, id: name };\n']],
    tests: ['test/server/orders/order-names.test.mjs'],
  },
  'order-without-id': {
    about: 'an order whose id the shop does not return is charged under the text that its page sent',
    edits: [[FUNCTIONS, 'if (!isIdentifier(id))', 'if (false)']],
    tests: ['test/server/orders/order-names.test.mjs'],
  },
  'any-terms': {
    about: 'the relay sends the installments and the payer that a page asks for',
    edits: [[RELAY, 'if (isWithinTerms(payment, terms, { brand })) return;', 'return;']],
    tests: ['test/server/relay/terms.test.mjs'],
  },
  'every-sweep-asks': {
    about: 'each sweep, of each instance, asks the records about the same attempt at the same time',
    edits: [['src/server/ledger/memory-due-work.ts', 'askAt: planSearch(known, now)', 'askAt: now + 1']],
    tests: ['test/server/orders/lost-attempts.test.mjs'],
  },
  'failing-table-is-tampering': {
    about: 'a fee table that fails at the charge is told as a page that was tampered with',
    edits: [
      [
        RELAY,
        'await fetchFeeTable(getFees, { orderId: id, ...known })',
        'await fetchFeeTable(getFees, { orderId: id, ...known }).catch(() => [])',
      ],
    ],
    tests: ['test/server/relay/terms.test.mjs'],
  },
  'brand-unlimited': {
    about: 'a brand that the terms of an order limit may be paid in as many installments as every other',
    edits: [[TERMS, '(brand && maxInstallmentsByBrand?.[brand]) ?? maxInstallments', 'maxInstallments']],
    tests: ['test/server/relay/terms.test.mjs'],
  },
  'brand-by-word-of-page': {
    about: 'a saved card of unknown brand is charged by a row of another brand',
    edits: [['src/domain/installments/fees.ts', 'rows.filter(({ brands }) => !brands)', '[...rows].reverse()']],
    tests: ['test/server/relay/terms.test.mjs'],
  },
  'twelve-without-terms': {
    about: 'an order whose terms are not said may be paid in twelve installments',
    edits: [[TERMS, 'maxInstallments = 1,', 'maxInstallments = 12,']],
    tests: ['test/server/relay/terms.test.mjs'],
  },
  'either-payer': {
    about: 'the terms of an order hold the count of installments, and not who pays their fee',
    edits: [[TERMS, "feePayer === 'choice' ? whoPaysFee : feePayer", 'whoPaysFee']],
    tests: ['test/domain/installments/terms.test.ts'],
  },
  'wrong-terms-taken': {
    about: 'terms of an order that cannot be used are taken as they are',
    edits: [[TERMS, "throw new CheckoutError('invalid-config',", "void new CheckoutError('invalid-config',"]],
    tests: ['test/server/relay/terms.test.mjs'],
  },
  'fees-without-terms': {
    about: 'the answer of fees-url does not say the terms of the order',
    edits: [['src/server/endpoints/fees-endpoint.ts', ', terms: order && parseTerms(order.terms)', '']],
    tests: ['test/server/endpoints/fees-endpoint.test.mjs'],
  },
  'first-to-name-a-card': {
    about: 'a saved card belongs to whoever names it first, and the relay charges it for them',
    edits: [['src/server/ledger/memory-ledger.ts', 'known.isTokenized === true || !known.card', 'true']],
    tests: ['test/server/relay/saved-cards.test.mjs'],
  },
  'any-card': {
    about: 'the relay charges a saved card that nobody knows',
    edits: [['src/server/relay/card-endpoints.ts', 'if (!card) return undefined;', 'if (!card) return {};']],
    tests: ['test/server/relay/saved-cards.test.mjs'],
  },
  'another-spelling-of-a-card': {
    about: 'the relay charges a saved card that the shop found by another spelling',
    edits: [['src/server/relay/card-endpoints.ts', 'return card.cardId === cardId ?', 'return card ?']],
    tests: ['test/server/relay/saved-cards.test.mjs'],
  },
  'unfound-order-was-not-sent': {
    about: 'a repeat of a charge whose order cannot be found any more is refused as one that was never sent',
    edits: [[CHARGES_OF_RELAY, "known?.via === 'relay'", 'known === null']],
    tests: ['test/server/relay/database-faults.test.mjs'],
  },
  'other-session-was-not-sent': {
    about: 'a repeat of a charge whose page got its cookie meanwhile is told that nothing was sent',
    edits: [
      [CHARGES_OF_RELAY, "if (result.status === 'busy' && result.holder?.attemptId === attemptId) return respondSentBefore();", ''],
      [
        'src/server/orders/open-attempt.ts',
        "known?.via === 'relay' && wanted.via === 'relay')",
        "known?.via === 'relay' && known.session === wanted.session)",
      ],
    ],
    tests: ['test/server/relay/payment-relay.test.mjs'],
  },
  'twin-is-refused': {
    about: 'of two that name one attempt at the same time one is refused, and the other charged',
    edits: [[CHARGES_OF_RELAY, 'this.#running.get(key) ?? ', '']],
    tests: ['test/server/relay/payment-relay.test.mjs'],
  },
  'lost-answer-was-not-sent': {
    about: 'a repeat of a charge whose answer was lost is told that nothing was sent, while the database is away',
    edits: [
      [
        CHARGES_OF_RELAY,
        'return known && this.#respond(known);',
        "return known?.result?.status === 'unconfirmed' ? undefined : known && this.#respond(known);",
      ],
    ],
    tests: ['test/server/relay/database-faults.test.mjs'],
  },
  'local-clock-decides': {
    about: "an instance's own clock decides, and not the database's",
    edits: [['src/server/orders/order-service.ts', 'decide(order, clock.note(at), tries)', 'decide(order, Date.now(), tries)']],
    tests: ['test/server/orders/clocks.test.mjs'],
  },
  'time-before-lock': {
    about: 'a decision has the time at which it began to wait for its order',
    edits: [['src/server/ledger/sql/functions.ts', 'clock_timestamp()', 'now()']],
    tests: ['test/server/ledger/postgres-ledger.test.mjs'],
  },
  'token-end-by-machine': {
    about: "the end of a token is counted by an instance's own clock",
    edits: [['src/server/ledger/clock.ts', 'Math.floor(reading.at + performance.now() - reading.elapsed)', 'Date.now()']],
    tests: ['test/server/ledger/clock.test.mjs'],
  },
  'sleep-not-counted': {
    about: 'a reading of the clock counts as new after the machine slept',
    edits: [
      [
        'src/server/ledger/clock.ts',
        'Math.max(performance.now() - elapsed, Date.now() - local)',
        'Math.min(performance.now() - elapsed, Date.now() - local)',
      ],
    ],
    tests: ['test/server/ledger/clock.test.mjs'],
  },
  'replaced-not-asked': {
    about: 'an attempt that another one replaced is asked about by nobody',
    edits: [
      ['src/server/orders/order-state.ts', "return state === 'unconfirmed' || state === 'replaced';", "return state === 'unconfirmed';"],
    ],
    tests: ['test/server/orders/lost-attempts.test.mjs'],
  },
  'records-asked-once': {
    about: 'the records are asked about an attempt once, at its end',
    edits: [['src/server/ledger/memory-due-work.ts', 'askAt: planSearch(known, now)', 'askAt: Number.MAX_SAFE_INTEGER']],
    tests: ['test/server/orders/lost-attempts.test.mjs'],
  },
  'older-rows-not-asked': {
    about: 'an attempt that an older version left is not asked about',
    edits: [['src/server/orders/order-state.ts', 'attempt.askAt ?? findEnd(attempt) + 1', 'attempt.askAt ?? Infinity']],
    tests: ['test/server/orders/lost-attempts.test.mjs'],
  },
  'one-of-two-payments-listed': {
    about: 'of an order that was paid twice a person sees the second payment alone',
    edits: [['src/server/orders/payments.ts', 'isPaidTwice || !paysOrder(payment)', "payment.kind !== 'paid'"]],
    tests: ['test/server/orders/lost-attempts.test.mjs'],
  },
  'returned-stays-too-many': {
    about: 'an order whose first payment went back counts as paid twice still',
    edits: [['src/server/orders/payments.ts', 'payments.filter(({ returnedAt }) => returnedAt === undefined)', 'payments']],
    tests: ['test/server/orders/lost-attempts.test.mjs'],
  },
  'no-time-limit': {
    about: "the shop's own functions may take for ever",
    edits: [
      [
        'src/server/time-limits.ts',
        'return withTimeLimit(Promise.resolve(call()), systemClock, limitMs, () => new OverrunError(operation, limitMs));',
        'return call();',
      ],
    ],
    tests: ['test/server/shop/time-limits.test.mjs'],
  },
  'find-without-limit': {
    about: 'orders.find may take for ever',
    edits: [[FUNCTIONS, 'await callInTime(operation, call)', 'await Promise.resolve().then(call)']],
    tests: ['test/server/shop/time-limits.test.mjs'],
  },
  'settled-fix-unnamed': {
    about: 'a settled that took too long is reported without what mends it',
    edits: [['src/server/orders/order-service.ts', '`${error.message} ${SETTLED_FIX}`', 'error.message']],
    tests: ['test/server/shop/time-limits.test.mjs'],
  },
  // Every order of what may happen
  'unconfirmed-opens': {
    about: 'a card opens beside one that is unconfirmed',
    edits: [[DECISION, "paid ?? cards.find(({ attempt }) => attempt.state === 'unconfirmed') ??", 'paid ??']],
    tests: ['test/explorer/page.test.mjs'],
  },
  'merge-denies-approval': {
    about: 'an approval is taken back by what another page knew before',
    edits: [['src/domain/order/attempt.ts', 'return NEXT_STATES[known.state].includes(other.state) ? other : known;', 'return other;']],
    tests: ['test/explorer/page.test.mjs'],
  },
  'handed-over-to-anybody': {
    about: "a page's word that its attempt is over lets another session in",
    edits: [['src/server/orders/open-attempt.ts', ' && holder.session === session && holder.state', ' && holder.state']],
    tests: ['test/explorer/server.test.mjs'],
  },
  'not-charged-too-early': {
    about: 'the records are believed that an attempt was not charged while it may still be',
    edits: [['src/server/orders/end-attempt.ts', "by === 'person' : !mayStillCharge(attempt, now);", "by === 'person' : now > 0;"]],
    tests: ['test/explorer/server.test.mjs'],
  },
  'second-charge-is-paid': {
    about: 'money that comes for a paid order is written down as paying it',
    edits: [['src/server/orders/payments.ts', "=== 'extra')) return 'extra';", "=== 'extra')) return 'paid';"]],
    tests: ['test/explorer/server.test.mjs'],
  },

  // Records of other builds
  'later-fields-dropped': {
    about: 'what a later build has added to a record is lost where this one changes it',
    edits: [[INDEXED_DB, 'const fields: Fields = Object(stored);', 'const fields: Fields = {};']],
    tests: ['test/flow/ledger/stored-records.test.ts'],
  },
  'later-kind-overwritten': {
    about: 'a record that this build cannot read is overwritten where it is stamped',
    edits: [[INDEXED_DB, 'JSON.stringify(old) === JSON.stringify(value) || ', '']],
    tests: ['test/flow/ledger/stored-records.test.ts'],
  },
};
