import { readBrCodeContent, type BrCode } from './br-code-content.js';
import { crc16 } from './crc16.js';
import { decodeTlv, type TlvFields } from './tlv.js';

export type { BrCode };

/** A code, or the reason why it must neither be shown nor copied. */
export type BrCodeAnswer = { ok: true; brCode: BrCode } | { ok: false; reason: string; reasonClass: 'structure' | 'checksum' | 'content' };

/** Longest Pix code: EMVCo QRCPS-MPM, and `pixCopiaECola` of the BCB API since 2.6.1. */
const MAX_LENGTH = 512;

/** Control characters, lone surrogates (no UTF-8, so no CRC) and the line separators of Unicode. */
const FORBIDDEN = /[\p{Cc}\p{Cs}\u2028\u2029]/u;

/**
 * Reads and checks a Pix code. Never throws; its work is bounded, since text over 512 characters is refused unread. The checks go from
 * structure over checksum to content, and the first fault is returned:
 *
 * - structure: `empty`, `too-long`, `blank-around`, `control-char`, `tlv-header`, `tlv-empty`, `tlv-truncated`,
 *   `tlv-duplicate`, `payload-format` (00 is not first or not `01`), `crc-missing`, `crc-not-last`, `crc-format`
 * - checksum: `crc-mismatch`
 * - content: `point-of-initiation`, `mcc`, `currency`, `country`, `merchant-name`, `merchant-city`, `amount-format`,
 *   `gui-missing`, `not-pix`, `pix-duplicate`, `key-and-url`, `receiver-missing`, `url-has-scheme`, `url-format`
 *
 * Where the sources disagree:
 *
 * - Accepted, because real codes have them: accents, no field 62, a txid of other characters or over 25, a name over
 *   25 or a city over 15, an amount of `98.` (EMVCo allows it) or of zero, a port in a location, any form of key.
 * - Refused: blanks around the code, since exactly what is checked must be drawn and copied; a lower-case CRC (EMVCo writes upper case,
 *   some banks compare text, and so any change of one character is refused); an amount of `.50` (no source allows it); a location
 *   without a path (a bank has nothing to fetch).
 */
export function parseBrCode(text: string): BrCodeAnswer {
  const structure = readStructure(text);
  if (typeof structure === 'string') return { ok: false, reason: structure, reasonClass: 'structure' };
  if (crc16(text.slice(0, -4)) !== text.slice(-4)) return { ok: false, reason: 'crc-mismatch', reasonClass: 'checksum' };
  const brCode = readBrCodeContent(structure.fields, structure.templates);
  return typeof brCode === 'string' ? { ok: false, reason: brCode, reasonClass: 'content' } : { ok: true, brCode };
}

/** The code's fields and its decoded templates by ID, or the fault. */
function readStructure(text: string): { fields: TlvFields; templates: Map<string, TlvFields> } | string {
  if (typeof text !== 'string' || !text) return 'empty';
  if (text.length > MAX_LENGTH) return 'too-long';
  const trimmed = text.trim();
  if (trimmed !== text) return trimmed ? 'blank-around' : 'empty';
  if (FORBIDDEN.test(text)) return 'control-char';
  const fields = decodeTlv(text);
  if (typeof fields === 'string') return fields;
  if (!text.startsWith('000201')) return 'payload-format';
  const crc = fields.get('63');
  if (crc === undefined) return 'crc-missing';
  if (!/^[\dA-F]{4}$/.test(crc)) return 'crc-format';
  const templates = new Map<string, TlvFields>();
  let lastId = '';
  for (const [id, value] of fields) {
    lastId = id;
    if (!isTemplate(id)) continue;
    const template = decodeTlv(value);
    if (typeof template === 'string') return template;
    templates.set(id, template);
  }
  return lastId === '63' ? { fields, templates } : 'crc-not-last';
}

/** Account templates, additional data, and the templates of Pix Automático. Pix does not use 64. */
function isTemplate(id: string): boolean {
  return (id > '25' && id < '52') || id === '62' || id > '79';
}
