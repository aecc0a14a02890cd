/** Boletos as a bank makes them. The check digits are computed here by other means than in `src`, so that neither can hide a fault of the other. */

/** The parts of a boleto that a bank chooses. */
export interface BankBoleto {
  bank: string;
  /** The bank's own 25 digits: branch, account and number of the boleto. */
  freeField: string;
  amountCents: number;
  /** `YYYY-MM-DD`; none if absent. */
  dueDate?: string;
}

/** Both forms of a boleto. */
export interface BoletoCodes {
  line: string;
  barcode: string;
}

const DAY_MS = 86_400_000;

/** The digit sums of 0 to 9, doubled. */
const DOUBLED = [0, 2, 4, 6, 8, 1, 3, 5, 7, 9];

/** Computes the check digit of a field: the sum of the field, with every second digit doubled from the last one on, filled up to ten. */
export function computeFieldDigit(field: string): number {
  let [sum, isDoubled] = [0, true];
  for (let at = field.length - 1; at >= 0; at -= 1) {
    const digit = Number(field.charAt(at));
    sum += isDoubled ? (DOUBLED[digit] ?? 0) : digit;
    isDoubled = !isDoubled;
  }
  return sum % 10 === 0 ? 0 : 10 - (sum % 10);
}

/** Computes the general digit of the 43 other digits: weights 2 to 9 from the right, again and again; 1 in place of 0, 10 and 11. */
export function computeGeneralDigit(digits: string): number {
  let sum = 0;
  for (let fromRight = 0; fromRight < digits.length; fromRight += 1)
    sum += Number(digits.charAt(digits.length - 1 - fromRight)) * ((fromRight % 8) + 2);
  const digit = 11 - (sum % 11);
  return digit === 0 || digit > 9 ? 1 : digit;
}

/** Computes the number of a due date: days since 7 October 1997, and from 22 February 2025 on again from 1000. */
export function computeFactor(dueDate: string): number {
  const days = (Date.parse(dueDate) - Date.parse('1997-10-07')) / DAY_MS;
  return days > 9999 ? days - 9000 : days;
}

/** Builds the bar code of four parts around its general digit. */
export function buildBarcode({ bank, freeField, amountCents, dueDate }: BankBoleto): string {
  const factor = dueDate === undefined ? '0000' : String(computeFactor(dueDate)).padStart(4, '0');
  const tail = factor + String(amountCents).padStart(10, '0') + freeField;
  return `${bank}9${computeGeneralDigit(`${bank}9${tail}`)}${tail}`;
}

/** Rearranges a bar code to its line: three fields with a check digit each, the general digit, and the rest. */
export function buildLine(barcode: string): string {
  const [head, general, tail, free] = [barcode.slice(0, 4), barcode.charAt(4), barcode.slice(5, 19), barcode.slice(19)];
  const fields = [head + free.slice(0, 5), free.slice(5, 15), free.slice(15)];
  return fields.map((field) => `${field}${computeFieldDigit(field)}`).join('') + general + tail;
}

export function buildBoleto(boleto: BankBoleto): BoletoCodes {
  const barcode = buildBarcode(boleto);
  return { barcode, line: buildLine(barcode) };
}

/** A text with another digit at one position. */
interface Change {
  at: number;
  digit: string;
  text: string;
}

/** Lists every text that differs in one digit at these positions. */
export function listOneDigitChanges(digits: string, from: number, to: number): Change[] {
  const changes: Change[] = [];
  for (let at = from; at < to; at += 1)
    for (const digit of '0123456789') {
      const text = digits.slice(0, at) + digit + digits.slice(at + 1);
      if (text !== digits) changes.push({ at, digit, text });
    }
  return changes;
}

/** Fourteen banks, with free fields as each of them lays them out. */
export const BANKS: readonly { name: string; bank: string; freeField: string }[] = [
  { name: 'Banco do Brasil', bank: '001', freeField: '0000003128557000001234517' },
  { name: 'Santander', bank: '033', freeField: '9123456700000000123450101' },
  { name: 'Banrisul', bank: '041', freeField: '2104012345678000012340411' },
  { name: 'Inter', bank: '077', freeField: '0001112050800002530001234' },
  { name: 'Banco da Amazônia', bank: '003', freeField: '0480099991234500000000018' },
  { name: 'Caixa', bank: '104', freeField: '1234560001000400000001235' },
  { name: 'BTG Pactual', bank: '208', freeField: '0050000001234567890000009' },
  { name: 'Bradesco', bank: '237', freeField: '1234090000000000100123450' },
  { name: 'Nubank', bank: '260', freeField: '0001000000987654321012345' },
  { name: 'C6', bank: '336', freeField: '0000001234500000001230103' },
  { name: 'Itaú', bank: '341', freeField: '1091234567801234123450000' },
  { name: 'Safra', bank: '422', freeField: '7123401234567800000012342' },
  { name: 'Sicredi', bank: '748', freeField: '1127000010718013100050104' },
  { name: 'Sicoob', bank: '756', freeField: '1300101012345600000121001' },
];
