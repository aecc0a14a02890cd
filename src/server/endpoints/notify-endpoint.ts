import type { Endpoint, EndpointCall } from '../http/endpoint.js';
import { createNotFound } from '../http/refusal.js';
import { respondNoContent, respondUnavailable } from '../http/respond.js';
import { noteWord } from '../orders/end-attempt.js';
import { findAttempt } from '../orders/order-stand.js';
import type { ShopOrder } from '../options.js';
import type { ShopCore } from '../shop-core.js';
import { findCustomer, findPixPrice, requireOrder, TROUBLE_WAIT_S } from './guards.js';
import { readPageAttempt, type PageAttempt } from './page-attempt.js';

/** What a page may say of an attempt that never came here: it says nothing of money. */
const EMPTY_WORDS: readonly string[] = ['open', 'failed'];

/**
 * `POST notify` with an `Attempt` -> 204. A page can be forged, so its word is written down beside the attempt, and settles nothing and frees
 * nothing: it is a reason to ask whoever knows. 404 for an attempt that this server knows nothing of: then the page does not say that the
 * shop was told.
 */
export function createNotifyEndpoint(core: ShopCore): Endpoint {
  return {
    name: 'notify',
    methods: ['POST'],
    pattern: 'notify',
    origin: 'own',
    handle: async (call) => {
      const { body } = await call.readJson();
      const said = readPageAttempt(body);
      const order = await requireOrder(core, said.orderId, call.request);
      const told = { ...said, orderId: order.id };
      await (told.chargeId === undefined ? noteCard(core, call, told) : notePix(core, call, { told, order, chargeId: told.chargeId }));
      return respondNoContent();
    },
    onFailure: () => respondUnavailable(TROUBLE_WAIT_S),
  };
}

async function noteCard(core: ShopCore, call: EndpointCall, { orderId, attemptId, word }: PageAttempt): Promise<void> {
  const { ledger, orders, limiter, now, report } = core;
  const session = await call.session();
  const before = findAttempt(await ledger.read(orderId), attemptId);
  // A page of the relay tells of its attempt before it sends it, and of one that the relay did not send.
  if (!before && EMPTY_WORDS.includes(word.state)) return;
  if (!before || before.session !== session) {
    report({
      type: 'warning',
      message: `A page told of attempt ${attemptId} of order ${orderId}, which this ledger does not have for its session.`,
    });
    throw createNotFound();
  }
  await orders.change(orderId, (record, at) => noteWord(record, attemptId, { ...word, at }, session));
  if (word.state === 'declined' && before.told?.state !== 'declined' && before.via === 'token') {
    await limiter.countDecline({ session, address: await call.address() });
  }
  if (word.state === 'approved' && before.told?.state !== 'approved') {
    await noteCardUse(core, call, word.cardId);
    // Exact records settle it at once; without them it waits for the sweep, or for a person.
    await core.search.search(before);
  }

  async function noteCardUse({ options }: ShopCore, { request }: EndpointCall, cardId: string | undefined): Promise<void> {
    const customer = cardId === undefined ? undefined : await findCustomer({ options }, request);
    if (customer !== undefined && cardId !== undefined) await ledger.noteCardUse(customer, cardId, now());
  }
}

/** A Pix that a page tells of: whose it is, the first page that names it says; what became of it, the service. */
async function notePix(
  core: ShopCore,
  call: EndpointCall,
  { told, order, chargeId }: { told: PageAttempt; order: ShopOrder; chargeId: string },
): Promise<void> {
  const charge = await core.pix.adopt({ chargeId, orderId: told.orderId, session: await call.session(), dueCents: findPixPrice(order) });
  if (!charge) throw createNotFound();
  await core.pix.ask(charge);
}
