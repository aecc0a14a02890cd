/** Twelve digits or letters and two check digits, without punctuation. Letters are assigned since July 2026 (IN RFB 2.229/2024). */
const CNPJ = /^[\dA-Z]{12}\d\d$/;

/** The weights of the characters for the last check digit. The first check digit has the same ones from the second on. */
const WEIGHTS = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];

/**
 * Formats a CNPJ, the registration number of a company, as "12.345.678/0001-95". Returns `undefined` if it is not one: its check digits must
 * be right. Its punctuation and the case of its letters do not matter.
 */
export function formatCnpj(text: string): string | undefined {
  const plain = text.replace(/[\s./-]/g, '').toUpperCase();
  const base = plain.slice(0, -2);
  const first = base + computeCheckDigit(base);
  // All zeros have right check digits, and belong to nobody.
  if (!CNPJ.test(plain) || /^0+$/.test(plain) || plain !== first + computeCheckDigit(first)) return undefined;
  return plain.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5');
}

/** Computes the check digit after these characters, modulo 11. The value of a letter is its ASCII code less that of `0`. */
function computeCheckDigit(text: string): number {
  const weights = WEIGHTS.slice(-text.length);
  const rest = weights.reduce((sum, weight, index) => sum + weight * (text.charCodeAt(index) - 48), 0) % 11;
  return rest < 2 ? 0 : 11 - rest;
}
