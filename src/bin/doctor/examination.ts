import type { CardData } from '../../domain/payment.js';
import type { ProbeAuthorization, ServiceProbe } from './probe.js';
import type { Report } from './report.js';

/** How far the doctor may go; each goes as far as the one before it, and further. */
export const LEVELS = ['read', 'write', 'charge', 'repeat'] as const;

/** How far the doctor may go. */
export type Level = (typeof LEVELS)[number];

/** The state that all checks share. */
export interface Examination {
  service: ServiceProbe;
  report: Report;
  /** `{qrCodeId}` stands for the charge's identifier. */
  statusPath: string;
  /** The amount of the test charges, in cents. */
  amountCents: number;
  /** The test card. */
  card: CardData;
  /** How Pix takes the token, as far as it is known. */
  pixAuthorization: Exclude<ProbeAuthorization, 'none'>;
  signal: AbortSignal;
  /** How often is asked whether a Pix charge was paid, ms. Default 2000. */
  pollMs?: number | undefined;
}

/** An identifier of nothing, in the shape of the service's own, so that asking for it changes nothing. */
export const NO_IDENTIFIER = '00000000-0000-4000-8000-000000000000';
