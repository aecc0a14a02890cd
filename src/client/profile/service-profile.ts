import type { PixStatus } from '../../domain/pix/status.js';
import type { Environment } from './environment.js';

/** How a card's expiry is written. */
export type CardExpirationFormat = 'MM/YY' | 'MM/YYYY';

/** The parts of the service's interface that its documents leave open, each with a default (`defaultProfile`). */
export interface ServiceProfile {
  /** Which service this profile is of. A client or page for the other one is refused (`environment` there). Default: not said. */
  environment?: Environment;
  /** Paths below the base URL. In `pixStatus`, `{qrCodeId}` is replaced by the charge's identifier, encoded. */
  paths: { processPayment: string; tokenizeCard: string; deleteCard: string; generatePixQrCode: string; pixStatus: string };
  /** Verb of the deletion and where the `cardId` travels. Default `POST` with `{ cardId }`. */
  deleteCard: { method: 'POST' | 'DELETE'; id: 'body' | 'path' };
  /** How a card's expiry is written, in both operations or in each. Default `MM/YY`. */
  cardExpiration: CardExpirationFormat | { processPayment: CardExpirationFormat; tokenizeCard: CardExpirationFormat };
  /** The form in which a `tokenizeExpiration` of digits alone, as markup has it, is sent: as a number, or (`as-given`, the default) as text. */
  tokenizeExpiration?: 'as-given' | 'number';
  /**
   * The header or the body field in which each charge carries its `attemptId`. Only for a service that knows a repeated one by it, however
   * late: then a charge whose answer is lost is sent again with the same key, 3 times at most within the time limit. Default: none, and no
   * charge is sent again.
   */
  idempotency?: { header: string } | { field: string };
  /** Which of the two documented name sets a Pix request uses: `paymentWebhook` or `webhook`. Default `described`. */
  pixRequestNames: 'described' | 'sample';
  /** How the Pix `expirationDate` is written. Default ISO 8601 with offset. */
  pixExpiration: 'iso' | ((instant: Date) => string);
  /**
   * The shop's own reading of the answer to a new Pix charge; `undefined` leaves it to the documented names. What it throws, or returns
   * without an identifier and a code, is an answer that was not promised.
   */
  readPix?: (body: unknown) => { chargeId: string; brCode: string; number?: number } | undefined;
  /** `Authorization: Bearer TOKEN` (default) or `Authorization: TOKEN` for Pix. */
  pixAuthorization: 'bearer' | 'jwt';
  /** How the status of a Pix charge is asked and read. */
  pixStatus: {
    query?: (chargeId: string, signal: AbortSignal) => Promise<unknown>;
    read?: (body: unknown) => PixStatus;
    /** A row of the status-word table; another name is `invalid-config`. What the shop itself responds may also be a word of `PixStatus`. */
    system?: string;
  };
  /** Hosts that a dynamic Pix code may name, where the shop declares them. */
  pixHosts?: string[];
  /** Pix keys that a static code may name, where the shop declares them. */
  pixKeys?: string[];
  /** The shop's own reading of an answer to a charge; `undefined` leaves it to the default table. */
  readCharge?: (status: number, body: unknown) => 'approved' | 'declined' | 'failed' | 'unconfirmed' | undefined;
  /** When a tokenized card stops being valid, from the `tokenizeExpiration` that was sent. */
  validUntil?: (tokenizeExpiration: string | number, now: Date) => Date | undefined;
  /** How long an answer may take, in milliseconds. Default card 30 s, others 15 s. */
  timeLimits: { cardMs: number; otherMs: number };
}

/** A profile as a shop writes it: only what differs from the defaults. */
export type ServiceProfileInput = {
  [Part in keyof ServiceProfile]?: NonNullable<ServiceProfile[Part]> extends (...args: never[]) => unknown
    ? ServiceProfile[Part]
    : ServiceProfile[Part] extends string[] | undefined
      ? ServiceProfile[Part]
      : ServiceProfile[Part] extends object
        ? Partial<ServiceProfile[Part]>
        : ServiceProfile[Part];
};
