import { expect } from '@open-wc/testing';
import { parseFlagAttribute } from '../../../src/controllers/settings/formats.js';
import { getAttribute, parseSettings, type Settings } from '../../../src/controllers/settings/settings.js';

/** Settings as a page without types writes them. */
function read(input: Record<string, unknown>): Settings {
  return parseSettings(input);
}

describe('parseSettings', () => {
  it('reads amounts into cents', () => {
    expect(read({ amount: '149.9', minInstallmentAmount: 10, pixAmount: '142.41' })).to.include({
      amountCents: 14990,
      minInstallmentCents: 1000,
      pixAmountCents: 14241,
    });
    expect(read({ amount: '12,3', minInstallmentAmount: '5,00' })).to.include({ amountCents: 0, minInstallmentCents: 500 });
  });

  it('reads whole numbers in their range, and else has the default', () => {
    expect(read({ maxInstallments: ' 6 ', feeFreeUpTo: 3 })).to.include({ maxInstallments: 6, feeFreeUpTo: 3 });
    for (const wrong of ['', '0', '100', '1.5', 'x', Number.NaN]) expect(read({ maxInstallments: wrong }).maxInstallments).to.equal(1);
  });

  it('reads seconds into milliseconds', () => {
    expect(read({ pixExpiresIn: '90' }).pixExpiresInMs).to.equal(90_000);
    expect(read({ pixExpiresIn: '0' }).pixExpiresInMs).to.equal(1_800_000);
  });

  it('reads words in any case, with blanks or commas between, and leaves out what is none', () => {
    expect(read({ methods: ' Pix,card  cheque' }).methods).to.deep.equal(['pix', 'card']);
    expect(read({ acceptedBrands: 'ELO visa constructor' }).acceptedBrands).to.deep.equal(['elo', 'visa', 'constructor']);
  });

  it('reads one of a few words, and else has the default', () => {
    expect(read({ feePayer: ' choice ', feeMode: 'gross-up' })).to.include({ feePayer: 'choice', feeMode: 'gross-up' });
    expect(read({ feePayer: 'shop', feeMode: 'gross' })).to.include({ feePayer: 'merchant', feeMode: 'add' });
  });

  it('reads text without blanks around it, and blank text as none', () => {
    expect(read({ returnUrl: ' /thanks ', orderId: 42, customerId: ' ' })).to.include({
      returnUrl: '/thanks',
      orderId: '42',
      customerId: undefined,
    });
  });

  it('reads yes, no and nothing of a flag, from its attribute too', () => {
    expect([true, false, undefined, null].map((pixWebhook) => read({ pixWebhook }).pixWebhook)).to.deep.equal([
      true,
      false,
      undefined,
      undefined,
    ]);
    const written = ['', 'pix-webhook', 'true', 'false', ' FALSE ', null];
    expect(written.map(parseFlagAttribute)).to.deep.equal([true, true, true, false, false, undefined]);
  });

  it('hides the pay button for one word alone', () => {
    expect(read({ payButton: 'none' }).hasPayButton).to.equal(false);
    expect(read({ payButton: 'yes' }).hasPayButton).to.equal(true);
  });

  it('passes on as it is what has no format', () => {
    const fees = [{ installments: 2 }];
    expect(read({ tokenizeExpiration: 90, fees })).to.include({ tokenizeExpiration: 90, fees });
  });
});

describe('the table of settings', () => {
  it('has an attribute of the property’s name in small letters, or none', () => {
    const attributes = (['amount', 'minInstallmentAmount', 'fees'] as const).map(getAttribute);
    expect(attributes).to.deep.equal(['amount', 'min-installment-amount', false]);
  });
});
