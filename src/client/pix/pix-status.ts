import { CheckoutError, isCheckoutError } from '../../domain/errors.js';
import { BOLETO_KEY } from '../../domain/order/charge.js';
import { isPixStatus, type PixStatus, type PixStatusAnswer } from '../../domain/pix/status.js';
import { parsePixStatusAnswer, parseShopPixStatus, readPixStatus, STATUS_FIELDS } from '../../domain/pix/status-parser.js';
import { formatAmount } from '../../domain/money.js';
import { parseArrivedAmount, UNCLEAR } from '../../domain/pix/arrived-amount.js';
import { presentFields } from '../../domain/present-fields.js';
import { maskSecrets } from '../http/secrets.js';
import type { HttpResponse } from '../http/request-rules.js';
import { formatPathSegment } from '../http/service-url.js';
import { parseResponse } from '../http/status-error.js';
import type { ServiceProfile } from '../profile/service-profile.js';
import type { CallOptions, Service } from '../service.js';

/** Queries the status of a Pix charge, by the shop's own query or at the service. */
export async function getPixStatus(service: Service, chargeId: string, options: CallOptions): Promise<PixStatusAnswer> {
  const { query } = service.profile.pixStatus;
  const body = query
    ? await queryShop(service, (signal) => query(chargeId, signal), options)
    : parseResponse(await requestPixStatus(service, chargeId, options), (answer) => answer);
  return parseStatus(service.profile.pixStatus, body, chargeId, query ? parseShopPixStatus : readPixStatus);
}

/** Asks the service for the status of a Pix charge. Resolves with the response of any status. */
export function requestPixStatus(service: Service, chargeId: string, options: CallOptions = {}): Promise<HttpResponse> {
  const path = service.profile.paths.pixStatus.replace('{qrCodeId}', formatPathSegment(chargeId));
  return service.request({ purpose: 'pix-status', method: 'GET', path }, options);
}

/** Calls the shop's own query, within the same time limit. Any error but a `CheckoutError` may contain anything, so it is replaced. */
export async function queryShop(
  service: Service,
  query: (signal: AbortSignal) => Promise<unknown>,
  { signal }: CallOptions = {},
): Promise<unknown> {
  try {
    return await service.wait(query, 'pix-status', signal);
  } catch (error) {
    throw isCheckoutError(error) ? error : new CheckoutError('network', "The profile's pixStatus.query failed.");
  }
}

/** The fields that name the charge of a response. Without a `read` in the profile, `id` is one too: with `read`, an `id` may name anything. */
const CHARGE_FIELDS = ['chargeId', 'qrCodeId'];

/**
 * Parses the status of a charge from a response's body, by the profile or by `parseWord`. The status in a response about another charge is
 * `unknown`. Warns the developer of a status that cannot be read.
 */
export function parseStatus(how: ServiceProfile['pixStatus'], body: unknown, chargeId: string, parseWord = readPixStatus): PixStatusAnswer {
  const { read, system } = how;
  const status = read ? parseBy(read, body) : parsePixStatusAnswer(body, system, parseWord);
  if (namesAnotherCharge(body, chargeId, read ? CHARGE_FIELDS : [...CHARGE_FIELDS, 'id'])) return { status: 'unknown' };
  if (status === 'unknown') warnOfUnreadStatus(how, body);
  const { paidAmount, paidAmounts }: { paidAmount?: unknown; paidAmounts?: unknown } = Object(body);
  const [first = paidAmount, ...further] = Array.isArray(paidAmounts) ? paidAmounts : [];
  const furtherAmounts = further.length > 0 ? further.map((amount) => formatArrived(amount) ?? UNCLEAR) : undefined;
  return presentFields({ status, paidAmount: formatArrived(first), furtherAmounts });
}

/** Parses a status by the shop's own `read`, which may throw or return any value. */
function parseBy(read: (body: unknown) => PixStatus, body: unknown): PixStatus {
  try {
    const status: unknown = read(body);
    return isPixStatus(status) ? status : 'unknown';
  } catch {
    return 'unknown';
  }
}

/**
 * True if the first of the fields `names` that the body has is the identifier of another charge. A bank names its boleto without the key that
 * Balcão puts before it.
 */
function namesAnotherCharge(body: unknown, chargeId: string, names: readonly string[]): boolean {
  const fields: Partial<Record<string, unknown>> = Object(body);
  const [named] = names.flatMap((field) =>
    typeof fields[field] === 'string' || typeof fields[field] === 'number' ? String(fields[field]) : [],
  );
  return named !== undefined && named !== chargeId && BOLETO_KEY + named !== chargeId;
}

/** Formats an amount that arrived, if there is one. */
function formatArrived(amount: unknown): string | undefined {
  const arrived = parseArrivedAmount(amount);
  return typeof arrived === 'number' ? formatAmount(arrived) : arrived;
}

/** The longest status word, characters. A longer text is cut in the warning. */
const MAX_WORD = 40;

/** The warnings that were already written. */
const said = new Set<string>();

/**
 * Warns in the console, once per message, that the status of a Pix charge could not be read from a response. The page never learns that
 * this charge is paid. The warning has only the status word of the body, without secrets. The service's own word `unknown`
 * could be read, so there is no warning of it; after the profile's `read` there is one.
 */
function warnOfUnreadStatus({ read, system }: ServiceProfile['pixStatus'], body: unknown): void {
  const words = listWords(body);
  if (!read && words.every(({ word }) => word === 'unknown') && words.length > 0) return;
  const found = words.map(({ field, word }) => `${field} "${maskSecrets(word, 'forgotten').slice(0, MAX_WORD)}"`).join(', ');
  const place = read ? 'read' : `system${system === undefined ? '' : ` ("${system}")`} or profile.pixStatus.read`;
  const missing = `no word in ${STATUS_FIELDS.join(', ')}`;
  const message = `the status of a Pix charge could not be read: ${found || missing}. Check profile.pixStatus.${place}.`;
  if (!said.has(message)) console.warn(`Balcão: ${message}`);
  said.add(message);
}

/** Lists the fields of a body that have a status word. */
function listWords(body: unknown): { field: string; word: string }[] {
  const fields: Partial<Record<string, unknown>> = Object(body);
  return STATUS_FIELDS.flatMap((field) => {
    const word = fields[field];
    return typeof word === 'string' || typeof word === 'number' ? [{ field, word: String(word) }] : [];
  });
}
