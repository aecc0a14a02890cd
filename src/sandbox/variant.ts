import type { CorsMode } from './cors.js';
import { type Problem, StrictFieldReader } from './fields.js';
import type { IdempotencyMode } from './idempotency.js';
import { STATUS_SYSTEMS, type StatusSystem } from './pix/pix-status-words.js';

/**
 * How this sandbox behaves where the service's documents leave something open. `any` accepts every documented form; a narrower value
 * refuses the others, so that a test can find out which one was sent.
 */
export interface ServiceVariant {
  /** Behaviour towards pages of other origins. Default `strict`. */
  cors: CorsMode;
  /** True if magic cards and amounts work. Default `true`. */
  magic: boolean;
  /**
   * The place of the key by which a repeated charge is recognized: header `Idempotency-Key` or field `idempotencyKey`; `forgetful` takes
   * both and charges again. Default `none`: CORS refuses the header, and the field is unknown.
   */
  idempotency: IdempotencyMode;
  /** Lifetime of a token that is issued without one, seconds. Default 900. */
  tokenLifeSeconds: number;
  /** Which service an issued token says it is of. Default `sandbox`; `none` says nothing. */
  environment: 'sandbox' | 'live' | 'none';
  /** Accepted format of a card's expiry. Default `any` of the two. */
  cardExpiration: 'any' | 'MM/YY' | 'MM/YYYY';
  /** Accepted HTTP method of a deletion. Default `any`. */
  deleteMethod: 'any' | 'POST' | 'DELETE';
  /** Where the deleted `cardId` may be in the request. Default `any`. */
  deleteId: 'any' | 'body' | 'path';
  /** Unit of `tokenizeExpiration`. Default `seconds`. */
  tokenizeExpirationUnit: 'seconds' | 'minutes' | 'hours' | 'days';
  /** Accepted name of the webhook flag: `paymentWebhook` (described) or `webhook` (sample). Default `any`. */
  pixRequestNames: 'any' | 'described' | 'sample';
  /** Names in the response: `qrCodeId textQrCode qrCodeNumber`, `id text number`, or both sets. Default `described`. */
  pixResponseNames: 'described' | 'sample' | 'both';
  /** Accepted `Authorization` of Pix: `Bearer TOKEN`, the bare token, or any of the two. Default `any`. */
  pixAuthorization: 'any' | 'bearer' | 'jwt';
  /** The system whose status words are used. Default `plain` (PAGO, PENDENTE, ...). */
  pixStatusSystem: StatusSystem;
  /** Field of the status response that has the word. Default `status`. */
  pixStatusField: 'status' | 'situacao' | 'state';
  /** Kind of BR Code. Default `dynamic`. */
  pixCode: 'dynamic' | 'static';
  /** Address that is notified of paid charges with the webhook flag; empty for none, the default. */
  webhookUrl: string;
}

/** The keys of a variant whose value is one of a few words, with these words. */
export const VARIANT_WORDS = {
  cors: ['strict', 'missing', 'refused-preflight'],
  idempotency: ['none', 'header', 'field', 'forgetful'],
  environment: ['sandbox', 'live', 'none'],
  cardExpiration: ['any', 'MM/YY', 'MM/YYYY'],
  deleteMethod: ['any', 'POST', 'DELETE'],
  deleteId: ['any', 'body', 'path'],
  tokenizeExpirationUnit: ['seconds', 'minutes', 'hours', 'days'],
  pixRequestNames: ['any', 'described', 'sample'],
  pixResponseNames: ['described', 'sample', 'both'],
  pixAuthorization: ['any', 'bearer', 'jwt'],
  pixStatusSystem: ['plain', ...STATUS_SYSTEMS],
  pixStatusField: ['status', 'situacao', 'state'],
  pixCode: ['dynamic', 'static'],
} as const satisfies { [Key in keyof ServiceVariant]?: readonly ServiceVariant[Key][] };

/** The service as Balcão's default profile expects it. */
export const DEFAULT_VARIANT: Readonly<ServiceVariant> = {
  cors: 'strict',
  magic: true,
  idempotency: 'none',
  tokenLifeSeconds: 900,
  environment: 'sandbox',
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

/** Parses changes of a variant that came over HTTP. */
export function parseVariantChanges(body: unknown): { changes: Partial<ServiceVariant>; problems: Problem[] } {
  const fields = new StrictFieldReader(body);
  const changes: Partial<ServiceVariant> = {};
  for (const [name, [first, ...others]] of Object.entries(VARIANT_WORDS)) {
    if (fields.has(name)) Object.assign(changes, { [name]: fields.word<string>(name, first, ...others) });
  }
  const magic = fields.optionalFlag('magic');
  if (magic !== undefined) changes.magic = magic;
  if (fields.has('tokenLifeSeconds')) changes.tokenLifeSeconds = fields.count('tokenLifeSeconds');
  if (fields.has('webhookUrl')) changes.webhookUrl = fields.text('webhookUrl', /^$|^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])([:/]|$)/);
  fields.finish();
  return { changes, problems: fields.problems };
}
