import type { CorsMode } from './cors.js';
import { type Problem, StrictFieldReader } from './fields.js';
import type { IdempotencyMode } from './idempotency.js';
import { STATUS_SYSTEMS, type StatusSystem } from './pix/pix-status-words.js';

/**
 * The sandbox's behaviour in points that the service's documents leave open. `any` accepts every documented form. A narrower value refuses
 * the other forms, so that a test can find out which form was sent.
 */
export interface ServiceVariant {
  /** The behaviour towards pages of other origins. Default `strict`. */
  cors: CorsMode;
  /** True if magic cards and amounts work. Default `true`. */
  magic: boolean;
  /**
   * The place of the key by which a repeated charge is recognized: the header `Idempotency-Key` or the field `idempotencyKey`. `forgetful`
   * accepts both, but charges again. Default `none`: CORS refuses the header, and the field is unknown.
   */
  idempotency: IdempotencyMode;
  /** The lifetime of a token that is issued without a given lifetime, seconds. Default 900. */
  tokenLifeSeconds: number;
  /** The `environment` in the response with a token. Default `sandbox`; `none` leaves the field out. */
  environment: 'sandbox' | 'live' | 'none';
  /** The holder's name of a card: `required` (default), `optional`, or `none`, which refuses a name. */
  holderName: 'required' | 'optional' | 'none';
  /** The accepted format of a card's expiry. Default `any` of the two. */
  cardExpiration: 'any' | 'MM/YY' | 'MM/YYYY';
  /** The accepted HTTP method of a deletion. Default `any`. */
  deleteMethod: 'any' | 'POST' | 'DELETE';
  /** The accepted place of the `cardId` in a deletion. Default `any`. */
  deleteId: 'any' | 'body' | 'path';
  /** The unit of `tokenizeExpiration`. Default `seconds`. */
  tokenizeExpirationUnit: 'seconds' | 'minutes' | 'hours' | 'days';
  /** The accepted name of the webhook flag: `paymentWebhook` (described) or `webhook` (sample). Default `any`. */
  pixRequestNames: 'any' | 'described' | 'sample';
  /** The names in the response: `qrCodeId textQrCode qrCodeNumber` (described), `id text number` (sample), or both. Default `described`. */
  pixResponseNames: 'described' | 'sample' | 'both';
  /** The accepted `Authorization` of Pix: `Bearer TOKEN`, the bare token (`jwt`), or any of the two. Default `any`. */
  pixAuthorization: 'any' | 'bearer' | 'jwt';
  /** The system whose status words are used. Default `plain` (PAGO, PENDENTE, ...). */
  pixStatusSystem: StatusSystem;
  /** The field of the status response that has the word. Default `status`. */
  pixStatusField: 'status' | 'situacao' | 'state';
  /** The kind of BR Code. Default `dynamic`. */
  pixCode: 'dynamic' | 'static';
  /** The address that is notified of paid charges with the webhook flag. Default empty: none is notified. */
  webhookUrl: string;
}

/** The keys of a variant whose value is one of a few words, and the words that each key allows. */
export const VARIANT_WORDS = {
  cors: ['strict', 'missing', 'refused-preflight'],
  idempotency: ['none', 'header', 'field', 'forgetful'],
  environment: ['sandbox', 'live', 'none'],
  holderName: ['required', 'optional', 'none'],
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
  holderName: 'required',
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

/** Parses changes of a variant from the body of a control request, or from a file. */
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
