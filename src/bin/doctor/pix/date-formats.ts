import { formatInstant } from '../../../client/pix/pix-charge.js';

/** A way to write the instant when a Pix code ends. */
export interface DateFormat {
  format: (instant: Date) => string;
  /** The same as JavaScript, for `profile.pixExpiration`; `undefined` for what the default profile does. */
  code?: string;
}

/**
 * In the order in which they are tried. Those without a zone are Brasília's time, three hours behind UTC: read as UTC they would lie in the
 * past, and be refused.
 */
export const DATE_FORMATS: readonly DateFormat[] = [
  { format: (instant) => formatInstant(instant.getTime()) },
  { format: (instant) => instant.toISOString(), code: '(instant) => instant.toISOString()' },
  { format: (instant) => `${instant.toISOString().slice(0, 19)}Z`, code: '(instant) => `${instant.toISOString().slice(0, 19)}Z`' },
  {
    format: (instant) => formatInstant(instant.getTime()).slice(0, 19),
    code: '(instant) => new Date(instant.getTime() - 3 * 3_600_000).toISOString().slice(0, 19)',
  },
  {
    format: (instant) => formatInstant(instant.getTime()).slice(0, 19).replace('T', ' '),
    code: "(instant) => new Date(instant.getTime() - 3 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')",
  },
];
