import { expect } from '@open-wc/testing';
import { validatePixCharge } from '../../../src/domain/validation/pix-charge.js';

const CHARGE = { amount: 149.9, expirationDate: '2030-01-31T23:59:59-03:00' };

describe('validatePixCharge', () => {
  for (const expirationDate of [CHARGE.expirationDate, '2030-01-31T23:59Z', '2030-01-31T23:59:59.123Z', '2028-02-29T00:00:00+00:00']) {
    it(`takes ${expirationDate}`, () => {
      expect(validatePixCharge({ ...CHARGE, expirationDate })).to.deep.equal({ ok: true, value: { ...CHARGE, expirationDate } });
    });
  }

  it('keeps the webhook as given, and drops unknown fields', () => {
    for (const paymentWebhook of [true, false]) {
      expect(validatePixCharge({ ...CHARGE, paymentWebhook, webhook: 1 })).to.deep.equal({
        ok: true,
        value: { ...CHARGE, paymentWebhook },
      });
    }
    expect(validatePixCharge(CHARGE)).to.deep.equal({ ok: true, value: CHARGE });
  });

  const broken: [name: string, input: unknown, field: string, code: string][] = [
    ['no amount', { expirationDate: CHARGE.expirationDate }, 'amount', 'required'],
    ['an amount of 0', { ...CHARGE, amount: 0 }, 'amount', 'range'],
    ['an amount in text', { ...CHARGE, amount: '10' }, 'amount', 'format'],
    ['no expiry', { amount: 10 }, 'expirationDate', 'required'],
    ['an expiry of 30 February', { ...CHARGE, expirationDate: '2030-02-30T00:00:00Z' }, 'expirationDate', 'format'],
    ['an expiry in month 13', { ...CHARGE, expirationDate: '2030-13-01T00:00:00Z' }, 'expirationDate', 'format'],
    ['an expiry at 25 hours', { ...CHARGE, expirationDate: '2030-01-01T25:00:00Z' }, 'expirationDate', 'format'],
    ['an expiry without a zone', { ...CHARGE, expirationDate: '2030-01-01T00:00:00' }, 'expirationDate', 'format'],
    ['an expiry without a time', { ...CHARGE, expirationDate: '2030-01-01' }, 'expirationDate', 'format'],
    ['an expiry in epoch milliseconds', { ...CHARGE, expirationDate: 1_900_000_000_000 }, 'expirationDate', 'format'],
    ['a webhook in text', { ...CHARGE, paymentWebhook: 'true' }, 'paymentWebhook', 'format'],
  ];
  for (const [name, input, field, code] of broken) {
    it(`refuses ${name}`, () => expect(validatePixCharge(input)).to.deep.equal({ ok: false, issues: [{ field, code }] }));
  }
});
