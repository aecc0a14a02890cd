import { expect } from '@open-wc/testing';
import { formatBoletoLine, parseBoleto, verifyBoleto, type Boleto, type BoletoExpectation } from '../../../src/domain/boleto/boleto.js';
import { BANKS, buildBoleto, buildLine, computeGeneralDigit, listOneDigitChanges, type BoletoCodes } from './boleto-digits.js';

const TODAY = '2026-11-30';
const DUE = '2026-12-07';
const AMOUNT_CENTS = 149_90;
const EXPECTED: BoletoExpectation = { amountCents: AMOUNT_CENTS, dueDate: DUE, today: TODAY };

/** The length of the line's fields 1 to 3, with their check digits. */
const FIELDS_LENGTH = 32;

const make = (index: number, amountCents = AMOUNT_CENTS, dueDate = DUE): BoletoCodes => {
  const bank = BANKS[index % BANKS.length];
  if (!bank) throw new Error('There is no such bank.');
  return buildBoleto({ ...bank, amountCents, dueDate });
};

/** The boleto of a text, or the reason why it is none. */
function read(text: string, today = TODAY): Boleto | string {
  const answer = parseBoleto(text, today);
  return answer.ok ? answer.boleto : answer.reason;
}

/** The reason why a line or a bar code is not the order's; empty if it is. */
function refuse(codes: Partial<BoletoCodes>, change: Partial<BoletoExpectation> = {}): string {
  const verdict = verifyBoleto(codes, { ...EXPECTED, ...change });
  return verdict.ok ? '' : verdict.reason;
}

describe('parseBoleto', () => {
  it('reads a boleto of Banco do Brasil that its manual prints, with and without points and spaces', () => {
    const line = '00190500954014481606906809350314337370000000100';
    const barcode = '00193373700000001000500940144816060680935031';
    const boleto = { line, barcode, bank: '001', amountCents: 100, dueDate: '2007-12-31' };
    for (const text of ['00190.50095 40144.816069 06809.350314 3 37370000000100', line, ` ${line}\n`, barcode])
      expect(read(text, '2007-12-01')).to.deep.equal(boleto);
    expect(buildLine(barcode), 'the digits of these tests').to.equal(line);
    expect(formatBoletoLine(line)).to.equal('00190.50095 40144.816069 06809.350314 3 37370000000100');
  });

  for (const { name, bank, freeField } of BANKS) {
    it(`takes the line and the bar code of ${name} for each other`, () => {
      for (const amountCents of [1, AMOUNT_CENTS, 99_999_999_99]) {
        const codes = buildBoleto({ bank, freeField, amountCents, dueDate: DUE });
        for (const text of [codes.line, codes.barcode]) expect(read(text)).to.deep.equal({ ...codes, bank, amountCents, dueDate: DUE });
      }
    });

    it(`refuses every change of one digit in fields 1 to 3 of ${name}`, () => {
      const { line } = buildBoleto({ bank, freeField, amountCents: AMOUNT_CENTS, dueDate: DUE });
      const changes = listOneDigitChanges(line, 0, FIELDS_LENGTH);
      expect(changes).to.have.length(9 * FIELDS_LENGTH);
      expect(changes.filter(({ text }) => parseBoleto(text, TODAY).ok)).to.deep.equal([]);
    });

    it(`refuses every change of one digit in the rest of the line of ${name}: the general digit, the due date or the amount is another`, () => {
      const { line } = buildBoleto({ bank, freeField, amountCents: AMOUNT_CENTS, dueDate: DUE });
      const changes = listOneDigitChanges(line, FIELDS_LENGTH, line.length);
      expect(changes.filter(({ text }) => refuse({ line: text }) === '')).to.deep.equal([]);
    });

    it(`accepts a changed digit in the bar code of ${name} only where modulo 11 gives the same general digit`, () => {
      const { barcode } = buildBoleto({ bank, freeField, amountCents: AMOUNT_CENTS, dueDate: DUE });
      const isCollision = (text: string): boolean => computeGeneralDigit(text.slice(0, 4) + text.slice(5)) === Number(text[4]);
      const accepted = listOneDigitChanges(barcode, 0, barcode.length).filter(({ text }) => refuse({ barcode: text }) === '');
      // Fields 1 to 3 have no check digits in a bar code, so a collision is refused only in the amount and the due date.
      const undetectable = listOneDigitChanges(barcode, 0, 3)
        .concat(listOneDigitChanges(barcode, 19, barcode.length))
        .filter(({ text }) => isCollision(text) && !text.startsWith('8'));
      expect(accepted).to.deep.equal(undetectable);
      if (barcode[4] !== '1') expect(accepted, 'collisions').to.deep.equal([]);
    });
  }

  it('cannot detect these changes of a bar code, whose general digit 1 stands for three remainders, unless the line is there as well', () => {
    const barcode = '23791165300000149901234090000000000100123451';
    const changes = listOneDigitChanges(barcode, 19, 23);
    const accepted = changes.filter(({ text }) => refuse({ barcode: text }) === '');
    expect(accepted.map(({ at, digit }) => `${at}: ${digit}`).join(', ')).to.equal('19: 2, 19: 7, 20: 1, 20: 7, 21: 6, 22: 1, 22: 9');
    const line = buildLine(barcode);
    expect(accepted.map(({ text }) => refuse({ line, barcode: text }))).to.deep.equal(accepted.map(() => 'codes-differ'));
  });

  it('calls the bill of a utility or a tax what it is', () => {
    for (const text of [
      '836400000011331201380002812884627116080136181551',
      '83640000001-1 33120138000-2 81288462711-6 08013618155-1',
      '83640000001331201380008128846271108013618155',
    ])
      expect(read(text)).to.equal('utility-bill');
  });

  for (const [what, text] of [
    ['nothing', ''],
    ['a digit too few', make(0).line.slice(1)],
    ['a digit too many', `${make(0).line}0`],
    ['letters', `${make(0).line.slice(1)}O`],
    ['digits of another script', make(0).line.replaceAll('0', '٠')],
    ['another currency', make(0).line.replace(/^(...)9/, '$18')],
    ['a card number', '4111111111111111'],
  ] as const)
    it(`takes no ${what} for a boleto`, () => {
      expect(read(text)).to.equal('format');
    });

  it('has no due date where the number is 0, and no amount where all digits are 0', () => {
    const codes = buildBoleto({ bank: '341', freeField: '1091234567801234123450000', amountCents: 0 });
    expect(read(codes.line)).to.deep.equal({ ...codes, bank: '341', amountCents: 0 });
  });

  describe('the due date', () => {
    const findDueDate = (factor: number, today: string): string | undefined => {
      const tail = `${String(factor).padStart(4, '0')}00000149901091234567801234123450000`;
      const boleto = read(`3419${computeGeneralDigit(`3419${tail}`)}${tail}`, today);
      return typeof boleto === 'string' ? boleto : boleto.dueDate;
    };

    for (const [factor, today, dueDate] of [
      // The first and the last number of each round.
      [1000, '2000-07-03', '2000-07-03'],
      [1000, '2025-02-22', '2025-02-22'],
      [9999, '2025-02-21', '2025-02-21'],
      [9999, '2025-02-22', '2025-02-21'],
      [9999, '2049-10-13', '2049-10-13'],
      [1000, TODAY, '2025-02-22'],
      // At most 3000 days before today.
      [1000, '2033-05-11', '2025-02-22'],
      [1000, '2008-09-19', '2000-07-03'],
      // At most 5500 days after today.
      [1000, '2010-02-01', '2025-02-22'],
      [1001, '2010-02-02', '2025-02-23'],
      [3737, '2007-12-01', '2007-12-31'],
      [3737, TODAY, '2032-08-21'],
    ] as const)
      it(`is ${dueDate} for ${factor} on ${today}`, () => {
        expect(findDueDate(factor, today)).to.equal(dueDate);
      });

    it('is the bank’s for each day around today, in each month', () => {
      for (let month = 0; month < 60; month += 1) {
        const dueDate = new Date(Date.UTC(2024, month, 28)).toISOString().slice(0, 10);
        expect(read(make(month, AMOUNT_CENTS, dueDate).line, TODAY)).to.have.property('dueDate', dueDate);
      }
    });
  });
});

describe('verifyBoleto', () => {
  const { line, barcode } = make(1);
  const other = make(2);

  it('accepts the line, the bar code or both of the order', () => {
    for (const codes of [{ line }, { barcode }, { line, barcode }, { line: formatBoletoLine(line), barcode }]) {
      const verdict = verifyBoleto(codes, EXPECTED);
      expect(verdict).to.deep.equal({
        ok: true,
        boleto: { line, barcode, bank: BANKS[1]?.bank, amountCents: AMOUNT_CENTS, dueDate: DUE },
      });
    }
  });

  for (const [what, codes, change, reason] of [
    ['nothing', {}, {}, 'format'],
    ['a wrong digit', { line: `${line.slice(0, 9)}${(Number(line[9]) + 1) % 10}${line.slice(10)}` }, {}, 'check-digit'],
    ['a good line with a bar code that is wrong', { line, barcode: barcode.slice(1) }, {}, 'format'],
    ['the line and the bar code of two boletos', { line, barcode: other.barcode }, {}, 'codes-differ'],
    ['another amount', { line }, { amountCents: AMOUNT_CENTS + 1 }, 'amount-mismatch'],
    ['another due date', { barcode }, { dueDate: '2026-12-08' }, 'due-date-mismatch'],
    ['a due date that is past', { line }, { today: '2026-12-08' }, 'overdue'],
    ['the due date of the other round, which has the same number', { line }, { dueDate: '2002-04-17' }, 'due-date-mismatch'],
    [
      'no due date',
      buildBoleto({ bank: '237', freeField: '1234090000000000100123450', amountCents: AMOUNT_CENTS }),
      {},
      'due-date-mismatch',
    ],
    ['no amount', make(1, 0), {}, 'amount-mismatch'],
    ['no amount of an order of nothing', make(1, 0), { amountCents: 0 }, 'amount-mismatch'],
  ] as const)
    it(`refuses ${what}`, () => {
      expect(refuse(codes, change)).to.equal(reason);
    });

  it('accepts a boleto on its due date', () => {
    expect(refuse({ line }, { today: DUE })).to.equal('');
  });
});
