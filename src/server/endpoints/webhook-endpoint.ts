import { readPixStatus } from '../../domain/pix/status.js';
import type { Endpoint } from '../http/endpoint.js';
import { hashText } from '../http/secret.js';
import { createNotFound, createRefusal, respondNoContent, respondUnavailable } from '../http/response.js';
import type { WebhookNotice } from '../options.js';
import { UNCLEAR } from '../../domain/pix/arrived-amount.js';
import { isCents } from '../orders/payments.js';
import type { PixNews } from '../orders/pix-charges.js';
import type { ShopCore } from '../shop-core.js';
import { readIdentifierField } from '../http/body.js';

/** A notice as it was read; what it says of the amount may be unclear. */
type ReadNotice = Omit<WebhookNotice, 'amountCents'> & Pick<PixNews, 'amountCents'>;

/** After how many seconds the service may send a notice again. */
const WAIT_S = 30;

/**
 * `POST webhook/{secret}`: the service says that something happened to a Pix charge. Its word is a reason to ask the service; only where no
 * status can be asked, a notice that the shop has verified is believed. 503 where the service gave no answer, so that the notice comes again;
 * 404 for a charge that is not known, or not yet.
 */
export function createWebhookEndpoint(core: ShopCore, secret: string): Endpoint {
  const { verifyWebhook, readWebhook = readNotice, asksPixStatus = true } = core.options;
  const expected = hashText(secret);
  return {
    name: 'webhook',
    methods: ['POST'],
    pattern: 'webhook/{secret}',
    origin: 'any',
    handle: async ({ request, params, readJson }) => {
      // Hashes of the same length: how alike they are says nothing of the secret.
      if ((await hashText(params['secret'] ?? '')) !== (await expected)) throw createNotFound();
      const { body, text } = await readJson();
      if (verifyWebhook && !(await verifyWebhook(request, text))) throw createRefusal(401, 'Not verified.');
      const notice = readSafely(readWebhook, body);
      if (!notice) throw createRefusal(400, 'Not a Pix notice.');
      const charge = await core.ledger.findPixCharge(notice.chargeId);
      if (!charge) throw createNotFound();
      if (!asksPixStatus) {
        const { status = 'unknown', amountCents } = notice;
        await core.pix.apply(charge, { status, now: core.now(), ...(amountCents !== undefined && { amountCents }) });
        return respondNoContent();
      }
      const knowledge = await core.pix.askNow(charge);
      return knowledge === 'unanswered' ? respondUnavailable(WAIT_S) : respondNoContent();
    },
    onFailure: () => respondUnavailable(WAIT_S),
  };

  /** The names that the interface describes and those of its sample; the word in the usual field. */
  function readNotice(body: unknown): ReadNotice | undefined {
    const fields: Readonly<Record<string, unknown>> = Object(body);
    const chargeId = readIdentifierField(fields, 'qrCodeId') ?? readIdentifierField(fields, 'id');
    const amountCents = core.link.readAmount(body);
    const status = readPixStatus(fields['status'], core.link.profile.pixStatus.system);
    return chargeId === undefined ? undefined : { chargeId, status, ...(amountCents !== undefined && { amountCents }) };
  }
}

/** The shop's own code may throw or return anything. */
function readSafely(read: (body: unknown) => ReadNotice | undefined, body: unknown): ReadNotice | undefined {
  try {
    const notice = read(body);
    if (typeof notice?.chargeId !== 'string' || notice.chargeId === '') return undefined;
    const { amountCents, ...rest } = notice;
    if (amountCents === undefined || amountCents === null) return rest;
    return { ...rest, amountCents: isCents(amountCents) ? amountCents : UNCLEAR };
  } catch {
    return undefined;
  }
}
