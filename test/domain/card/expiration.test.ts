import { expect } from '@open-wc/testing';
import fc from 'fast-check';
import {
  formatExpiration,
  isMonthOver,
  lastPresentMonth,
  parseExpiration,
  shortenExpiration,
  verifyExpiration,
} from '../../../src/domain/card/expiration.js';

const TODAY = { year: 2026, month: 9 };

describe('the present month', () => {
  for (const [now, month] of [
    ['2026-11-30T21:30:00-03:00', 11],
    ['2026-12-01T09:30:00+09:00', 11],
    ['2026-12-01T00:30:00+14:00', 11],
    ['2026-11-30T23:59:59-12:00', 11],
    ['2026-12-01T00:00:00-12:00', 12],
    ['2026-12-31T23:59:59Z', 12],
    ['2027-01-01T11:59:59Z', 12],
  ] as const) {
    it(`lasts as long as anywhere on earth: ${now}`, () => {
      const instant = Date.parse(now);
      expect(lastPresentMonth(instant)).to.deep.equal({ year: 2026, month });
      expect([month - 1, month].map((each) => isMonthOver({ year: 2026, month: each }, instant))).to.deep.equal([true, false]);
    });
  }
});

describe('parseExpiration', () => {
  for (const text of [
    '1/30',
    '01/30',
    '0130',
    '01/2030',
    '012030',
    '1/2030',
    ' 01 / 30 ',
    '01-30',
    '01.2030',
    '01 30',
    '０１/３０',
    '01–30',
    '01／30',
    '\u200b01/30',
    '01\u2060/\u00ad30',
  ]) {
    it(`reads ${JSON.stringify(text)}`, () => expect(parseExpiration(text)).to.deep.equal({ month: 1, year: 2030 }));
  }

  for (const text of [
    '',
    '1',
    '130',
    '12030',
    '00/30',
    '0/30',
    '13/30',
    '01/3',
    '01/203',
    '01/20300',
    '001/30',
    '1//30',
    '30/01/2030',
    '-1/30',
    'jan/30',
  ]) {
    it(`refuses ${JSON.stringify(text)}`, () => expect(parseExpiration(text)).to.equal(undefined));
  }
});

describe('verifyExpiration', () => {
  const cases: [string, string][] = [
    ['', 'possible'],
    ['0', 'possible'],
    ['1', 'possible'],
    ['12', 'possible'],
    ['12/', 'possible'],
    ['12/3', 'possible'],
    ['12/203', 'possible'],
    ['9', 'possible'],
    ['13', 'invalid'],
    ['00', 'invalid'],
    ['130', 'invalid'],
    ['12/5', 'invalid'],
    ['12/19', 'invalid'],
    ['abc', 'invalid'],
    ['1/30', 'valid'],
    ['0130', 'valid'],
    ['01/2030', 'valid'],
    ['08/26', 'invalid'],
    ['08/2026', 'invalid'],
    ['09/26', 'valid'],
    ['10/26', 'valid'],
    ['12/25', 'invalid'],
    ['09/46', 'valid'],
    ['10/46', 'invalid'],
    ['01/2047', 'invalid'],
    ['01/2126', 'invalid'],
    ['01/1999', 'invalid'],
    ['01/20', 'possible'],
    ['0120', 'possible'],
  ];
  for (const [text, verdict] of cases) {
    it(`calls ${JSON.stringify(text)} ${verdict} in September 2026`, () => expect(verifyExpiration(text, TODAY)).to.equal(verdict));
  }

  it('never calls a good expiry wrong while it is typed', () => {
    const month = fc.integer({ min: 1, max: 12 });
    const separator = fc.constantFrom('/', '-', ' / ', '');
    fc.assert(
      fc.property(month, fc.integer({ min: 2027, max: 2045 }), separator, fc.boolean(), (month, year, separator, isShort) => {
        const text = String(month).padStart(2, '0') + separator + (isShort ? year % 100 : year);
        expect(verifyExpiration(text, TODAY)).to.equal('valid');
        for (let length = 0; length < text.length; length++) expect(verifyExpiration(text.slice(0, length), TODAY)).not.to.equal('invalid');
      }),
    );
  });
});

describe('formatExpiration', () => {
  const cases: [string, string][] = [
    ['', ''],
    ['0', '0'],
    ['1', '1'],
    ['8', '08'],
    ['12', '12'],
    ['1/3', '1/3'],
    ['130', '01/30'],
    ['0130', '01/30'],
    ['012030', '01/2030'],
    ['01/2030', '01/2030'],
    ['01 / 30', '01/30'],
    ['01-30', '01/30'],
  ];
  for (const [text, shown] of cases)
    it(`shows ${JSON.stringify(text)} as ${JSON.stringify(shown)}`, () => expect(formatExpiration(text)).to.equal(shown));
});

describe('shortenExpiration', () => {
  const cases: [string, string][] = [
    ['08/2031', '08/31'],
    ['08 / 2031', '08/31'],
    ['8/2031', '08/31'],
    ['08-2031', '08/31'],
    ['082031', '08/31'],
    ['2031-08', '08/31'],
    ['2031/08', '08/31'],
    ['203108', '08/31'],
    ['2031 / 08', '08/31'],
    ['2031-8', '08/31'],
    ['2031.08', '08/31'],
    ['2031 – 08', '08/31'],
    ['2031 08', '08/31'],
    ['2031\u00a0/\u00a008', '08/31'],
    ['\u200b2031-\u200b08\u200b', '08/31'],
    ['２０３１－０８', '08/31'],
    ['203112', '12/31'],
    ['08_2031', '08/31'],
    ['08|31', '08/31'],
    ['08\\2031', '08/31'],
    ['Val. 08/2031', '08/31'],
    ['31/08', '08/31'],
    ['31-8', '08/31'],
    ['3108', '08/31'],
    ['31/08/2031', '08/31'],
    ['1.8.2031', '08/31'],
    ['2031-08-31', '08/31'],
    ['2031-13-01', '2031-13-01'],
    ['20/12', '20/12'],
    ['203113', '203113'],
    ['2031', '2031'],
    ['20318', '20318'],
    ['199908', '199908'],
    ['08/31', '08/31'],
    ['0831', '08/31'],
    ['08/1999', '08/1999'],
    ['08/203', '08/203'],
    ['13/2031', '13/2031'],
    ['2031-13', '2031-13'],
    ['', ''],
  ];
  for (const [text, shown] of cases)
    it(`makes ${JSON.stringify(shown)} of ${JSON.stringify(text)}`, () => expect(shortenExpiration(text)).to.equal(shown));
});
