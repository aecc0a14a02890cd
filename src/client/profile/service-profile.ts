import type { HolderNameRule } from '../../domain/payment.js';
import type { PixStatus } from '../../domain/pix/status.js';
import type { Environment } from './environment.js';

/** The format of a card's expiry. */
export type CardExpirationFormat = 'MM/YY' | 'MM/YYYY';

/** The parts of the service's interface that its documents leave open. Each has a default (`defaultProfile`). */
export interface ServiceProfile {
  /** The environment of this profile's service. A client or page with the other `environment` is refused. Default: none. */
  environment?: Environment;
  /** The paths below the base URL. In `pixStatus`, `{qrCodeId}` is replaced by the charge's encoded identifier. */
  paths: { processPayment: string; tokenizeCard: string; deleteCard: string; generatePixQrCode: string; pixStatus: string };
  /** The HTTP method of a deletion, and the place of the `cardId`. Default `POST` with `{ cardId }`. */
  deleteCard: { method: 'POST' | 'DELETE'; id: 'body' | 'path' };
  /**
   * The holder's name of a card. `required` (the default): each card has a name. `optional`: the field says that it is optional, and an
   * empty name is not sent. `none`: there is no such field, and no name is sent.
   */
  holderName: HolderNameRule;
  /** The format of a card's expiry, for both operations or for each. Default `MM/YY`. */
  cardExpiration: CardExpirationFormat | { processPayment: CardExpirationFormat; tokenizeCard: CardExpirationFormat };
  /**
   * The form in which a `tokenizeExpiration` of digits alone, such as an attribute's value, is sent: as a number, or (`as-given`, the
   * default) as text.
   */
  tokenizeExpiration?: 'as-given' | 'number';
  /**
   * The header or the body field in which each charge has its `attemptId` as a key. Set it only for a service that recognizes a repeated
   * charge by its key, regardless of the delay. A charge whose response is lost is then sent again with the same key, at most 3 times
   * within the time limit. Default: none, and no charge is sent again.
   */
  idempotency?: { header: string } | { field: string };
  /** The set of names in a Pix request, of the two that are documented: `paymentWebhook` or `webhook`. Default `described`. */
  pixRequestNames: 'described' | 'sample';
  /** The format of the Pix `expirationDate`. Default ISO 8601 with offset. */
  pixExpiration: 'iso' | ((instant: Date) => string);
  /**
   * The shop's own parser of the response to a new Pix charge. If it returns `undefined`, the documented names apply. If it throws, or
   * returns a value without an identifier and a code, the response counts as `bad-response`.
   */
  readPix?: (body: unknown) => { chargeId: string; brCode: string; number?: number } | undefined;
  /** The header of Pix requests: `Authorization: Bearer TOKEN` (default) or `Authorization: TOKEN`. */
  pixAuthorization: 'bearer' | 'jwt';
  /** The query of a Pix charge's status, and the parser of its response. */
  pixStatus: {
    query?: (chargeId: string, signal: AbortSignal) => Promise<unknown>;
    read?: (body: unknown) => PixStatus;
    /**
     * The name of a system in the status-word table; another name is `invalid-config`. A response of the shop itself may also have a word
     * of `PixStatus`.
     */
    system?: string;
  };
  /** The hosts that a dynamic Pix code may name, if the shop declares them. */
  pixHosts?: string[];
  /** The Pix keys that a static code may name, if the shop declares them. */
  pixKeys?: string[];
  /** The shop's own parser of a response to a charge. If it returns `undefined`, the default table applies. */
  readCharge?: (status: number, body: unknown) => 'approved' | 'declined' | 'failed' | 'unconfirmed' | undefined;
  /** Returns the end of a tokenized card's validity, computed from the `tokenizeExpiration` that was sent. */
  validUntil?: (tokenizeExpiration: string | number, now: Date) => Date | undefined;
  /** The time limits of a response, ms. Default: card 30 s, others 15 s. */
  timeLimits: { cardMs: number; otherMs: number };
}

/** A profile as a shop writes it: only the parts that differ from the defaults. */
export type ServiceProfileInput = {
  [Part in keyof ServiceProfile]?: NonNullable<ServiceProfile[Part]> extends (...args: never[]) => unknown
    ? ServiceProfile[Part]
    : ServiceProfile[Part] extends string[] | undefined
      ? ServiceProfile[Part]
      : ServiceProfile[Part] extends object
        ? Partial<ServiceProfile[Part]>
        : ServiceProfile[Part];
};
