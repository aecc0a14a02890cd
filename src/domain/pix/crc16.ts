/**
 * Computes the CRC-16/CCITT-FALSE of a text's UTF-8 bytes (polynomial 0x1021, start 0xFFFF, no reflection, no final xor). Returns four
 * upper-case hex digits with leading zeros: field 63 of a BR Code. The CRC of `"123456789"` is `29B1`.
 *
 * Each step computes the polynomial's terms (12, 5 and 0) by shifts, which is as fast as a table of 256 entries. A CRC detects damage, not
 * forgery: anyone can compute the CRC of a changed code.
 */
export function crc16(text: string): string {
  // Almost every code is ASCII, in which each character is one byte. An array of bytes would take most of the time.
  const bytes = /[^ -~]/.test(text) ? String.fromCharCode(...new TextEncoder().encode(text)) : text;
  let crc = 0xffff;
  for (let index = 0; index < bytes.length; index++) {
    let step = (crc >> 8) ^ bytes.charCodeAt(index);
    step ^= step >> 4;
    crc = ((crc << 8) ^ (step << 12) ^ (step << 5) ^ step) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}
