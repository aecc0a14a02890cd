import { expect } from '@open-wc/testing';
import { getClearingEnd, getDay, getPayableEnd } from '../../../src/domain/boleto/banking-days.js';

/** The end of a day in Brasília. */
const endOf = (day: string): string => new Date(Date.parse(`${day}T00:00-03:00`) + 86_400_000).toISOString();

describe('the days of a boleto', () => {
  it('begin and end at midnight in Brasília, wherever the device is', () => {
    expect(getDay(Date.parse('2026-12-07T23:59:59.999-03:00'))).to.equal('2026-12-07');
    expect(getDay(Date.parse('2026-12-08T00:00:00-03:00'))).to.equal('2026-12-08');
    expect(getDay(Date.parse('2026-12-08T02:59:59Z'))).to.equal('2026-12-07');
  });

  for (const [what, due, payableOn, clearedOn] of [
    ['a Monday', '2026-11-30', '2026-11-30', '2026-12-03'],
    ['a Thursday before a weekend', '2026-12-10', '2026-12-10', '2026-12-15'],
    ['a Saturday', '2026-12-05', '2026-12-07', '2026-12-10'],
    ['a Sunday', '2026-12-06', '2026-12-07', '2026-12-10'],
    ['Christmas, a Friday', '2026-12-25', '2026-12-28', '2027-01-04'],
    ['the day before a holiday', '2026-09-04', '2026-09-04', '2026-09-10'],
    ['the last day of a year, on which banks are closed', '2026-12-31', '2027-01-04', '2027-01-07'],
    ['the last Friday of a year that ends on a Sunday', '2028-12-29', '2029-01-02', '2029-01-05'],
    ['the Friday before Carnival', '2027-02-05', '2027-02-05', '2027-02-12'],
    ['Carnival’s Monday', '2027-02-08', '2027-02-10', '2027-02-15'],
    ['Carnival’s Tuesday', '2027-02-09', '2027-02-10', '2027-02-15'],
    ['Good Friday', '2027-03-26', '2027-03-29', '2027-04-01'],
    ['Corpus Christi', '2027-05-27', '2027-05-28', '2027-06-02'],
    ['the day of Black Awareness, a Friday', '2026-11-20', '2026-11-23', '2026-11-26'],
    ['a Monday that is a holiday itself', '2026-10-12', '2026-10-13', '2026-10-16'],
    ['the Monday before a Tuesday that is a holiday', '2026-04-20', '2026-04-20', '2026-04-24'],
  ] as const) {
    it(`of ${what} (${due}) end on ${payableOn}, and those of its money on ${clearedOn}`, () => {
      expect(new Date(getPayableEnd(due)).toISOString(), 'payable').to.equal(endOf(payableOn));
      expect(new Date(getClearingEnd(due)).toISOString(), 'cleared').to.equal(endOf(clearedOn));
    });
  }

  it('are counted in a year whose holidays nobody knows yet', () => {
    expect(new Date(getClearingEnd('2099-12-30')).toISOString().slice(0, 7)).to.equal('2100-01');
  });
});
