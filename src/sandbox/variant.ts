import type { CorsMode } from './cors.js';
import { FieldReader } from './fields.js';
import { STATUS_SYSTEMS } from './pix/pix-status-words.js';
import type { StatusSystem } from './pix/pix-status-words.js';
import type { Problem } from './fields.js';

/**
 * How this sandbox plays what the service's documents leave open. `any` takes every documented form; a narrower value refuses
 * the others, so that a test can tell which one was sent.
 */
export interface ServiceVariant {
  /** Behaviour towards pages of other origins. Default `strict`. */
  cors: CorsMode;
  /** Whether magic cards and amounts work. Default `true`. */
  magic: boolean;
  /** Life of a token that is issued without a life of its own, seconds. Default 900. */
  tokenLifeSeconds: number;
  /** Accepted writing of a card's expiry. Default `any` of the two. */
  cardExpiration: 'any' | 'MM/YY' | 'MM/YYYY';
  /** Accepted verb of a deletion. Default `any`. */
  deleteMethod: 'any' | 'POST' | 'DELETE';
  /** Where the deleted `cardId` may travel. Default `any`. */
  deleteId: 'any' | 'body' | 'path';
  /** Unit of `tokenizeExpiration`. Default `seconds`. */
  tokenizeExpirationUnit: 'seconds' | 'minutes' | 'hours' | 'days';
  /** Accepted name of the webhook flag: `paymentWebhook` (described) or `webhook` (sample). Default `any`. */
  pixRequestNames: 'any' | 'described' | 'sample';
  /** Names in the answer: `qrCodeId textQrCode qrCodeNumber`, `id text number`, or both sets. Default `described`. */
  pixResponseNames: 'described' | 'sample' | 'both';
  /** Accepted `Authorization` of Pix: `Bearer TOKEN`, the bare token, or any of the two. Default `any`. */
  pixAuthorization: 'any' | 'bearer' | 'jwt';
  /** Whose status words are spoken. Default `plain` (PAGO, PENDENTE, ...). */
  pixStatusSystem: StatusSystem;
  /** Field of the status answer that holds the word. Default `status`. */
  pixStatusField: 'status' | 'situacao' | 'state';
  /** Kind of BR Code. Default `dynamic`. */
  pixCode: 'dynamic' | 'static';
  /** Where payments of charges made with the webhook flag are told; empty for nowhere, the default. */
  webhookUrl: string;
}

/** The service as Balcão's default profile expects it. */
export const DEFAULT_VARIANT: Readonly<ServiceVariant> = {
  cors: 'strict',
  magic: true,
  tokenLifeSeconds: 900,
  cardExpiration: 'any',
  deleteMethod: 'any',
  deleteId: 'any',
  tokenizeExpirationUnit: 'seconds',
  pixRequestNames: 'any',
  pixResponseNames: 'described',
  pixAuthorization: 'any',
  pixStatusSystem: 'plain',
  pixStatusField: 'status',
  pixCode: 'dynamic',
  webhookUrl: '',
};

/** Reads changes of a variant that came over HTTP. */
export function parseVariantChanges(body: unknown): { changes: Partial<ServiceVariant>; problems: Problem[] } {
  const fields = new FieldReader(body);
  const changes: Partial<ServiceVariant> = {};
  const magic = fields.optionalFlag('magic');
  if (magic !== undefined) changes.magic = magic;
  if (fields.has('cors')) changes.cors = fields.word('cors', 'strict', 'missing', 'refused-preflight');
  if (fields.has('tokenLifeSeconds')) changes.tokenLifeSeconds = fields.count('tokenLifeSeconds');
  if (fields.has('cardExpiration')) changes.cardExpiration = fields.word('cardExpiration', 'any', 'MM/YY', 'MM/YYYY');
  if (fields.has('deleteMethod')) changes.deleteMethod = fields.word('deleteMethod', 'any', 'POST', 'DELETE');
  if (fields.has('deleteId')) changes.deleteId = fields.word('deleteId', 'any', 'body', 'path');
  if (fields.has('tokenizeExpirationUnit')) {
    changes.tokenizeExpirationUnit = fields.word('tokenizeExpirationUnit', 'seconds', 'minutes', 'hours', 'days');
  }
  readPixChanges(fields, changes);
  fields.finish();
  return { changes, problems: fields.problems };
}

function readPixChanges(fields: FieldReader, changes: Partial<ServiceVariant>): void {
  if (fields.has('pixRequestNames')) changes.pixRequestNames = fields.word('pixRequestNames', 'any', 'described', 'sample');
  if (fields.has('pixResponseNames')) changes.pixResponseNames = fields.word('pixResponseNames', 'described', 'sample', 'both');
  if (fields.has('pixAuthorization')) changes.pixAuthorization = fields.word('pixAuthorization', 'any', 'bearer', 'jwt');
  if (fields.has('pixStatusSystem')) changes.pixStatusSystem = fields.word('pixStatusSystem', 'plain', ...STATUS_SYSTEMS);
  if (fields.has('pixStatusField')) changes.pixStatusField = fields.word('pixStatusField', 'status', 'situacao', 'state');
  if (fields.has('pixCode')) changes.pixCode = fields.word('pixCode', 'dynamic', 'static');
  if (fields.has('webhookUrl')) changes.webhookUrl = fields.text('webhookUrl', /^$|^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])([:/]|$)/);
}
