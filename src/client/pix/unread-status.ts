import { STATUS_FIELDS } from '../../domain/pix/status.js';
import { maskSecrets } from '../http/secrets.js';
import type { ServiceProfile } from '../profile/service-profile.js';

/** No status word is as long. */
const MAX_WORD = 40;

/** What was said already. */
const said = new Set<string>();

/**
 * Says in the console, once per word, that the status of a Pix charge could not be read from a response: such a charge never becomes paid
 * in the page. Of the body only the status word itself is named, without secrets. A plain `unknown` was read, and is passed over.
 */
export function warnOfUnreadStatus({ read, system }: ServiceProfile['pixStatus'], body: unknown): void {
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
