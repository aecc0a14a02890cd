/**
 * True if the last digit is the check digit of those before it (Luhn, ISO/IEC 7812-1 annex B). Detects every single wrong digit and
 * every swap of neighbours except 09 for 90. Accepts ASCII digits only, as text: 19 digits exceed what a number holds exactly.
 */
export function hasLuhnChecksum(digits: string): boolean {
  let sum = 0;
  for (let fromRight = 0; fromRight < digits.length; fromRight++) {
    const value = Number(digits[digits.length - 1 - fromRight]) * (fromRight % 2 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}
