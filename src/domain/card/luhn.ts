/**
 * True if the last digit is the check digit of the digits before it (Luhn, ISO/IEC 7812-1 annex B). Detects every single wrong digit, and
 * every swap of neighbouring digits except 09 and 90. Accepts ASCII digits only, as text: a JavaScript number cannot hold 19 digits
 * exactly. An empty text passes, so the caller checks the length.
 */
export function hasLuhnChecksum(digits: string): boolean {
  let sum = 0;
  for (let fromRight = 0; fromRight < digits.length; fromRight++) {
    const value = Number(digits[digits.length - 1 - fromRight]) * (fromRight % 2 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}
