import type { TlvFields } from './tlv.js';

/** The arrangement's name: field 00 of a template of Pix (BR Code manual), compared without case. */
export const PIX_GUI = 'br.gov.bcb.pix';

/**
 * Host, perhaps a port, then a path: no scheme, user, query or fragment. The limit of 77 characters for a location and a key needs no
 * check, since a template of 99 characters has no room for more beside its name.
 */
const LOCATION = /^[a-z\d]([a-z\d.-]*[a-z\d])?(:\d{1,5})?\/[\w.~%+=/-]+$/i;

/**
 * `static`: a key, paid with the amount in the code. `dynamic`: a location, from which the bank fetches the charge.
 * `recurrence`: Pix Automático alone. `composite`: a location and a recurrence. Field 01 does not decide this.
 * A key with a recurrence stays `static` and has a `recurrenceUrl`.
 */
export type BrCodeKind = 'static' | 'dynamic' | 'recurrence' | 'composite';

/** Who is paid, according to the templates of a code. */
export interface PixReceiver {
  kind: BrCodeKind;
  /** The Pix template among 26 to 51. */
  charge: TlvFields;
  /** Location of the recurrence, from a Pix template among 80 to 99. */
  recurrenceUrl: string | undefined;
}

/**
 * Reads who is paid. Pix may be in any template of 26 to 51 and its recurrence in any of 80 to 99, but only once each: with two, who is
 * paid would depend on the reader. Returns the reason where there is not exactly one receiver.
 */
export function readPixReceiver(templates: ReadonlyMap<string, TlvFields>): PixReceiver | string {
  const charges: TlvFields[] = [];
  const recurrences: TlvFields[] = [];
  for (const [id, template] of templates) {
    if (id === '62') continue;
    const gui = template.get('00');
    if (gui === undefined) return 'gui-missing';
    if (gui.toLowerCase() === PIX_GUI) (id < '62' ? charges : recurrences).push(template);
  }
  const [charge, ...others] = charges;
  const [recurrence] = recurrences;
  if (!charge) return 'not-pix';
  if (others.length > 0 || recurrences.length > 1) return 'pix-duplicate';
  const key = charge.get('01');
  const url = charge.get('25');
  const recurrenceUrl = recurrence?.get('25') ?? recurrence?.get('01');
  const fault = findReceiverFault(key, url, recurrenceUrl);
  if (fault) return fault;
  if (recurrence ? !recurrenceUrl : !key && !url) return 'receiver-missing';
  return { kind: key ? 'static' : !url ? 'recurrence' : recurrenceUrl ? 'composite' : 'dynamic', charge, recurrenceUrl };
}

function findReceiverFault(key: string | undefined, url: string | undefined, recurrenceUrl: string | undefined): string | undefined {
  if (key && url) return 'key-and-url';
  for (const location of [url, recurrenceUrl]) {
    if (!location) continue;
    if (location.includes('://')) return 'url-has-scheme';
    if (!LOCATION.test(location)) return 'url-format';
  }
  return undefined;
}
