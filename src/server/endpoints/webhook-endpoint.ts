import { BOLETO_KEY } from '../../domain/order/charge.js';
import { CheckoutError } from '../../domain/errors.js';
import { UNCLEAR } from '../../domain/pix/arrived-amount.js';
import { readPixStatus } from '../../domain/pix/status-parser.js';
import { presentFields } from '../../domain/present-fields.js';
import { findIdentifier, isBodyRaw } from '../http/body.js';
import type { Endpoint, EndpointCall } from '../http/endpoint.js';
import { createNotFound, createRefusal, respondNoContent, respondUnavailable } from '../http/response.js';
import { hashText } from '../http/secret.js';
import type { WebhookNotice } from '../options.js';
import { isCents } from '../orders/payments.js';
import type { PixStatusReport } from '../orders/pix-charges.js';
import type { ShopCore } from '../shop-core.js';

/** A parsed notice; its amount may be unclear. */
type ParsedNotice = Omit<WebhookNotice, 'amountCents'> & Pick<PixStatusReport, 'amountCents'>;

/** The time after which the service may send a notice again, seconds. */
const WAIT_S = 30;

/** The error of a signature that cannot be verified, because a parser has read the text that it signs. */
const createLostTextError = (): CheckoutError =>
  new CheckoutError(
    'invalid-config',
    'verifyWebhook needs the body as it was sent, but a parser in front of the shop has read it. Mount the shop before express.json(), or ' +
      'let the parser keep the body: express.json({ verify: (req, res, buffer) => { req.rawBody = buffer; } }).',
  );

/** The paths at which a notice may come: banks append `/pix` to the address that they were given, even behind a slash. */
const ENDS = ['', '/pix', '//pix'];

/**
 * Creates `POST webhook`, by which the service, or the shop's bank, reports that something happened to a Pix charge or a boleto. It exists if the shop gives a secret, which
 * comes in a header or at the end of the address (`webhook/{secret}`), or verifies signatures, or both. A notice is a reason to query the
 * status. A notice itself is trusted only if no status can be queried and the shop has verified it. Responds 503 if the service did not
 * respond, so that it sends the notice again, and 404 for a charge that is not known, or not yet.
 */
export function createWebhookEndpoints(core: ShopCore): Endpoint[] {
  const { webhookSecret, webhookHeader = 'Authorization', verifyWebhook, readWebhook = parseNotice } = core.options;
  if (webhookSecret === undefined && !verifyWebhook) return [];
  const paths = webhookSecret === undefined ? ['webhook'] : ['webhook', 'webhook/{secret}'];
  return paths.flatMap((path) => ENDS.map((end) => createEndpoint(`${path}${end}`)));

  function createEndpoint(pattern: string): Endpoint {
    return { name: 'webhook', methods: ['POST'], pattern, origin: 'any', handle, onFailure: () => respondUnavailable(WAIT_S) };
  }

  async function handle({ request, params, json }: EndpointCall): Promise<Response> {
    if (webhookSecret !== undefined) await requireSecret(webhookSecret, request, params['secret']);
    const { body, text } = await json();
    if (verifyWebhook && !isBodyRaw(request)) throw createLostTextError();
    if (verifyWebhook && !(await verifyWebhook(request, text))) throw createRefusal(401, 'Not verified.');
    const notice = convertNotice(readWebhook(body));
    if (!notice) throw createRefusal(400, 'Not a Pix notice.');
    // A bank may give a boleto the identifier of a Pix: the status of both is asked, and a notice that is trusted by itself means the Pix.
    const keys = [notice.chargeId, BOLETO_KEY + notice.chargeId];
    const charges = (await Promise.all(keys.map((key) => core.ledger.findPixCharge(key)))).flatMap((charge) => charge ?? []);
    const [first] = charges;
    if (!first) throw createNotFound();
    if (!core.pix.canAsk(first)) {
      const { status = 'unknown', amountCents } = notice;
      await core.pix.apply(first, presentFields({ status, now: core.now(), amountCents }));
    }
    const knowledge = await Promise.all(charges.filter((charge) => core.pix.canAsk(charge)).map((charge) => core.pix.queryNow(charge)));
    return knowledge.includes('unanswered') ? respondUnavailable(WAIT_S) : respondNoContent();
  }

  /** Throws unless the secret came, in the address or in the header. */
  async function requireSecret(secret: string, { headers }: Request, inPath: string | undefined): Promise<void> {
    const given = inPath ?? headers.get(webhookHeader)?.replace(/^Bearer +/i, '');
    // Two hashes of the same length are compared: the time that this takes reveals nothing about the secret.
    if ((await hashText(given ?? '')) === (await hashText(secret))) return;
    throw inPath === undefined ? createRefusal(401, `The webhook’s secret is not in the header ${webhookHeader}.`) : createNotFound();
  }

  /** Parses a notice with the names of the interface's description or of its sample, and the status in the usual field. */
  function parseNotice(body: unknown): ParsedNotice | undefined {
    const fields: Readonly<Record<string, unknown>> = Object(body);
    const chargeId = findIdentifier(fields, 'qrCodeId') ?? findIdentifier(fields, 'id');
    const status = readPixStatus(fields['status'], core.link.profile.pixStatus.system);
    return chargeId === undefined ? undefined : presentFields({ chargeId, status, amountCents: core.link.findAmount(body) });
  }
}

/** Converts a notice that was parsed by the shop's own function. An amount that is none makes the payment unclear. */
function convertNotice(notice: ParsedNotice | undefined): ParsedNotice | undefined {
  if (typeof notice?.chargeId !== 'string' || notice.chargeId === '') return undefined;
  const { amountCents, ...rest } = notice;
  if (amountCents === undefined || amountCents === null) return rest;
  return { ...rest, amountCents: isCents(amountCents) ? amountCents : UNCLEAR };
}
