import { CheckoutError, isCheckoutError } from '../../domain/errors.js';
import {
  isPixStatus,
  readPixStatus,
  parsePixStatusAnswer,
  parseShopPixStatus,
  STATUS_FIELDS,
  type PixStatus,
  type PixStatusAnswer,
} from '../../domain/pix/status.js';
import { formatAmount } from '../../domain/money.js';
import { parseArrivedAmount } from '../../domain/pix/arrived-amount.js';
import { presentFields } from '../../domain/present-fields.js';
import { maskSecrets } from '../http/secrets.js';
import { formatPathSegment } from '../http/service-url.js';
import { parseResponse } from '../http/status-error.js';
import type { ServiceProfile } from '../profile/service-profile.js';
import type { CallOptions, Service } from '../service.js';

/** Asks what became of a Pix charge, by the shop's own query or at the service. */
export async function getPixStatus(service: Service, chargeId: string, options: CallOptions): Promise<PixStatusAnswer> {
  const { query } = service.profile.pixStatus;
  const body = query
    ? await queryShop(service, (signal) => query(chargeId, signal), options)
    : await queryService(service, chargeId, options);
  return parseStatus(service.profile.pixStatus, body, chargeId, query ? parseShopPixStatus : readPixStatus);
}

async function queryService(service: Service, chargeId: string, options: CallOptions): Promise<unknown> {
  const path = service.profile.paths.pixStatus.replace('{qrCodeId}', formatPathSegment(chargeId));
  return parseResponse(await service.request({ purpose: 'pix-status', method: 'GET', path }, options), (body) => body);
}

/** The shop's own code, within the same limits; what it throws may hold anything and is dropped. */
async function queryShop(service: Service, query: (signal: AbortSignal) => Promise<unknown>, { signal }: CallOptions): Promise<unknown> {
  try {
    return await service.wait(query, 'pix-status', signal);
  } catch (error) {
    throw isCheckoutError(error) ? error : new CheckoutError('network', "The profile's pixStatus.query failed.");
  }
}

/** The names under which an answer says which charge it is about. An `id` may be of something else where the profile reads the answer. */
const CHARGE_FIELDS = ['chargeId', 'qrCodeId'];

/**
 * The status of a charge by a response's body, read as the profile says, or word by word with `parseWord`. Of another charge it
 * says nothing. The developer is warned of a status that cannot be read.
 */
export function parseStatus(how: ServiceProfile['pixStatus'], body: unknown, chargeId: string, parseWord = readPixStatus): PixStatusAnswer {
  const { read, system } = how;
  const status = read ? parseBy(read, body) : parsePixStatusAnswer(body, system, parseWord);
  if (namesAnotherCharge(body, chargeId, read ? CHARGE_FIELDS : [...CHARGE_FIELDS, 'id'])) return { status: 'unknown' };
  if (status === 'unknown') warnOfUnreadStatus(how, body);
  return presentFields({ status, paidAmount: parsePaidAmount(body) });
}

function parseBy(read: (body: unknown) => PixStatus, body: unknown): PixStatus {
  try {
    const status: unknown = read(body);
    return isPixStatus(status) ? status : 'unknown';
  } catch {
    return 'unknown';
  }
}

function namesAnotherCharge(body: unknown, chargeId: string, names: readonly string[]): boolean {
  const fields: Partial<Record<string, unknown>> = Object(body);
  const [named] = names.flatMap((field) =>
    typeof fields[field] === 'string' || typeof fields[field] === 'number' ? String(fields[field]) : [],
  );
  return named !== undefined && named !== chargeId;
}

/** The amount that arrived, where the answer has a `paidAmount`. */
function parsePaidAmount(body: unknown): string | undefined {
  const { paidAmount }: { paidAmount?: unknown } = Object(body);
  const arrived = parseArrivedAmount(paidAmount);
  return typeof arrived === 'number' ? formatAmount(arrived) : arrived;
}

/** No status word is as long. */
const MAX_WORD = 40;

/** The warnings that were written already. */
const said = new Set<string>();

/**
 * Says in the console, once per word, that the status of a Pix charge could not be read from a response: such a charge never becomes paid
 * in the page. Of the body only the status word itself is named, without secrets. A plain `unknown` was read, and is passed over.
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

function listWords(body: unknown): { field: string; word: string }[] {
  const fields: Partial<Record<string, unknown>> = Object(body);
  return STATUS_FIELDS.flatMap((field) => {
    const word = fields[field];
    return typeof word === 'string' || typeof word === 'number' ? [{ field, word: String(word) }] : [];
  });
}
