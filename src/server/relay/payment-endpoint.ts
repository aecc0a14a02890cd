import { detectBrand, type Brand } from '../../domain/card/brands.js';
import { findFeeRow, type FeeRow } from '../../domain/installments/fees.js';
import { isWithinTerms, maxInstallmentsOf, MOST_INSTALLMENTS, parseTerms } from '../../domain/installments/terms.js';
import { amountFromCents, centsFromAmount } from '../../domain/money.js';
import type { CardPayment } from '../../domain/payment.js';
import { presentFields } from '../../domain/present-fields.js';
import { validateCardPayment } from '../../domain/validation/card-payment.js';
import { fetchFeeTable } from '../endpoints/fees-endpoint.js';
import { findCustomer, requireOrder, requireTrust } from '../endpoints/guards.js';
import type { Endpoint, EndpointCall } from '../http/endpoint.js';
import type { ShopOrder } from '../options.js';
import { nameAttempt } from '../orders/identifiers.js';
import type { AttemptRecord } from '../orders/order-record.js';
import type { ShopCore } from '../shop-core.js';
import { findOwnCard, toKnownBrand } from './card-endpoints.js';
import type { ChargeService, WantedCharge } from './charge-service.js';
import { createClosedRefusal, createUnsentRefusal, respondNotSent, respondToRefusal } from './relay-response.js';

/**
 * Creates `POST orders/{orderId}/service/card/processPayment`, which charges a card for a page with a token that never leaves this server.
 */
export function createPaymentRelay(core: ShopCore, charges: ChargeService): Endpoint {
  return {
    name: 'relay-payment',
    methods: ['POST'],
    pattern: `orders/{orderId}/service/${core.link.profile.paths.processPayment}`,
    origin: 'own',
    refusesItself: true,
    handle: (call) => pay(core, charges, call).catch(respondToRefusal),
    // Nothing was sent: once a charge is sent, the charge service itself responds to failures.
    onFailure: () => respondNotSent({ retryAfter: 10 }),
  };
}

/** Charges a card for a page. A repeated request gets the response of the first one, before any limit or rule. */
async function pay(core: ShopCore, charges: ChargeService, call: EndpointCall): Promise<Response> {
  const attemptId = nameAttempt(call.request.headers, (await call.json()).body, core.link.profile);
  const findSession = (): Promise<string> => call.session();
  if (core.closing.isClosed) {
    const recalled = charges.recall({ attemptId, session: await findSession() });
    if (recalled) return recalled;
    core.closing.requireOpen();
  }
  const seen = await findOrder(core, call).catch((error: unknown) => charges.respondUnsent({ attemptId, findSession }, error));
  if (seen instanceof Response) return seen;
  const { order, session } = seen;
  const attempt = { attemptId, orderId: order.id, session };
  return charges.runOnce(attempt, async () => {
    const prepared = await prepare(core, call, { order, attempt }).catch((error: unknown) =>
      charges.respondUnsent({ ...attempt, findSession }, error),
    );
    return prepared instanceof Response ? prepared : charges.charge(prepared);
  });
}

async function findOrder(core: ShopCore, call: EndpointCall): Promise<{ order: ShopOrder; session: string }> {
  return { order: await requireOrder(core, call.params['orderId'] ?? '', call.request), session: await call.session() };
}

/** Checks everything that may refuse a charge without a look at its order in the ledger. Throws the refusal. */
async function prepare(
  core: ShopCore,
  call: EndpointCall,
  { order, attempt }: { order: ShopOrder; attempt: Pick<AttemptRecord, 'attemptId' | 'orderId' | 'session'> },
): Promise<WantedCharge> {
  const { ledger, link, now } = core;
  const { attemptId, orderId, session } = attempt;
  core.closing.requireOpen();
  const { body } = await call.json();
  if (order.isClosed) throw createClosedRefusal();
  const payment = parsePayment(core, body, order);
  const { cardId } = payment;
  const customer = cardId === undefined ? undefined : await findCustomer(core, call.request);
  const brand = await requireMayUse(core, call, { payment, order, customer });
  await requireTerms(core, payment, { order, brand });
  await requireTrust(core);
  const address = await call.address();
  const method = cardId === undefined ? 'card' : 'saved-card';
  return {
    attemptId,
    orderId,
    payment: { ...payment, amount: amountFromCents(order.amountCents) },
    wanted: presentFields({ session, address, method, amountCents: order.amountCents } as const),
    token: await link.getToken('card-payment', { orderId, attemptId }),
    onEnd: async ({ state }) => {
      if (state === 'charged' && customer !== undefined && cardId !== undefined) await ledger.noteCardUse(customer, cardId, now());
    },
  };
}

/** Parses a payment, without unknown fields. Throws 422 for an invalid payment, and for another amount than the order's. */
function parsePayment({ report, link }: ShopCore, body: Readonly<Record<string, unknown>>, order: ShopOrder): CardPayment {
  const { amount } = body;
  if (typeof amount !== 'number' || centsFromAmount(amount) !== order.amountCents)
    throw createUnsentRefusal(422, 'The amount is not the order’s.');
  const checked = validateCardPayment(body, { holderName: link.profile.holderName });
  if (checked.ok) return checked.value;
  const broken = checked.issues.map(({ field, code }) => `${field} (${code})`).join(', ');
  report({ type: 'warning', message: `A page sent a payment of order ${order.id} that breaks a rule: ${broken}. Nothing was sent.` });
  throw createUnsentRefusal(422, `This breaks a rule: ${broken}.`);
}

/** Throws 422 for installments, or a payer of their fee, that neither the order's terms nor a row of the shop's fee table allow. */
async function requireTerms(
  core: ShopCore,
  payment: CardPayment,
  { order, brand }: { order: ShopOrder; brand: Brand | undefined },
): Promise<void> {
  const terms = parseTerms(order.terms);
  const { installments, whoPaysFee } = payment;
  if (isWithinTerms(payment, terms, { brand })) return;
  const most = maxInstallmentsOf(terms, brand);
  const row = installments > most ? undefined : await fetchFeeRow(core, installments, { order, brand });
  if (row && isWithinTerms(payment, terms, { row, brand })) return;
  // A page may have sent any number as the count, even a card number.
  const count = installments > MOST_INSTALLMENTS ? `more than ${MOST_INSTALLMENTS}` : installments;
  core.report({
    type: 'warning',
    message: `A page asked for order ${order.id} in ${count} installments, their fee paid by the ${whoPaysFee}: its terms do not allow that. Nothing was sent.`,
  });
  throw createUnsentRefusal(422, 'The terms of the order do not allow these installments, or who pays their fee.');
}

/**
 * Finds the row of the shop's fee table for a plan: the row for the card's brand, else the one for all brands. Rejects if the shop returns
 * no table.
 */
async function fetchFeeRow(
  { options: { getFees } }: ShopCore,
  installments: number,
  { order: { id, amountCents }, brand }: { order: ShopOrder; brand: Brand | undefined },
): Promise<FeeRow | undefined> {
  if (!getFees) return undefined;
  const known = { amountCents, ...(brand && { brand }) };
  return findFeeRow(installments, { ...known, fees: await fetchFeeTable(getFees, { orderId: id, ...known }) });
}

/**
 * Checks that the sender may use the card, and returns its brand if it is known here. Throws if the page sent card data to a server that
 * accepts none, or if a saved card is not known to be the sender's.
 */
async function requireMayUse(
  core: ShopCore,
  { request }: EndpointCall,
  { payment: { card, cardId }, order, customer }: { payment: CardPayment; order: ShopOrder; customer: string | undefined },
): Promise<Brand | undefined> {
  if (card && !core.options.relayCards) {
    throw createUnsentRefusal(403, 'This server takes no card data: charge saved cards through it, or set relayCards (PCI DSS, SAQ D).');
  }
  if (cardId === undefined) return toKnownBrand(detectBrand(card?.number ?? ''));
  const own = await findOwnCard(core, cardId, { request, customer });
  if (own) return own.brand;
  core.report({
    type: 'warning',
    message: `A page asked to charge a saved card for order ${order.id} that its customer did not tokenize here and that cards.find does not vouch for. Nothing was sent.`,
  });
  if (customer === undefined) throw createUnsentRefusal(403, 'A saved card needs a customer who is logged in.');
  throw createUnsentRefusal(
    404,
    'Nobody here knows this card to be the customer’s: it was not tokenized here, and cards.find does not vouch for it.',
  );
}
