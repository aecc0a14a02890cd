import type { CardData } from '../../domain/payment.js';
import type { ProbeAuthorization, ServiceProbe } from './probe.js';
import type { Report } from './report.js';

/** The levels of the doctor's access to the service. Each level includes the ones before it. */
export const LEVELS = ['read', 'write', 'charge', 'repeat'] as const;

/** A level of the doctor's access to the service. */
export type Level = (typeof LEVELS)[number];

/** The state that all checks share. */
export interface Examination {
  service: ServiceProbe;
  report: Report;
  /** The path of the Pix status query. `{qrCodeId}` stands for the charge's identifier. */
  statusPath: string;
  /** The amount of the test charges, in cents. */
  amountCents: number;
  /** The test card. */
  card: CardData;
  /** The form in which Pix accepts the token, as far as the checks have found it. */
  pixAuthorization: Exclude<ProbeAuthorization, 'none'>;
  signal: AbortSignal;
  /** The interval between two polls of a Pix charge's status, ms. Default 2000. */
  pollMs?: number | undefined;
}

/** An identifier that belongs to nothing but has the shape of the service's identifiers. A request with it changes nothing. */
export const NO_IDENTIFIER = '00000000-0000-4000-8000-000000000000';
