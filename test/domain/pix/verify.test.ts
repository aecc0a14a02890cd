import { expect } from '@open-wc/testing';
import { toPixErrorCode, verifyPixCharge, type PixChargeExpectation } from '../../../src/domain/pix/verify.js';
import { formatBrCode, type BrCodeFields } from '../../../src/domain/pix/format-br-code.js';
import { invalidBrCodeFixtures, otherChargeFixtures } from '../../../src/fixtures/index.js';

const shop = { merchantName: 'Loja', merchantCity: 'Recife', txid: '***' };
const staticCode = (fields: Partial<BrCodeFields> = {}) =>
  formatBrCode({ ...shop, key: 'loja@example.com', amountCents: 14990, ...fields });
const dynamicCode = (fields: Partial<BrCodeFields> = {}) => formatBrCode({ ...shop, url: 'Pix.Example.com:8443/v2/abc', ...fields });

function readReason(code: string, expectation: Partial<PixChargeExpectation> = {}): string {
  const answer = verifyPixCharge(code, { amountCents: 14990, ...expectation });
  return answer.ok ? 'ok' : answer.reason;
}

describe('verifyPixCharge', () => {
  for (const { id, code, reason } of invalidBrCodeFixtures) {
    it(`refuses ${id} with the reason of the parser`, () => {
      const answer = verifyPixCharge(code, { amountCents: 1000 });
      expect(answer).to.deep.equal({ ok: false, reason });
      expect(toPixErrorCode(reason)).to.equal('pix-code-invalid');
    });
  }

  for (const { id, code, charge, reason } of otherChargeFixtures) {
    it(`refuses ${id}, which is of another charge`, () => {
      expect(verifyPixCharge(code, charge)).to.deep.equal({ ok: false, reason });
    });
  }

  it('takes a static code of the order’s amount', () => {
    expect(readReason(staticCode())).to.equal('ok');
  });

  it('takes a static code whose amount is written with fewer decimals', () => {
    expect(readReason(formatBrCode({ ...shop, key: 'k', amount: '149.9' }))).to.equal('ok');
  });

  it('refuses a static code of another amount, of none and of zero', () => {
    expect(readReason(staticCode({ amountCents: 14991 }))).to.equal('amount-mismatch');
    expect(readReason(formatBrCode({ ...shop, key: 'k' }))).to.equal('amount-mismatch');
    expect(readReason(staticCode({ amountCents: 0 }))).to.equal('amount-mismatch');
    expect(readReason(staticCode({ amountCents: 0 }), { amountCents: 0 })).to.equal('amount-mismatch');
  });

  it('reads nothing from the amount of a dynamic code', () => {
    expect(readReason(dynamicCode())).to.equal('ok');
    expect(readReason(dynamicCode({ amountCents: 1 }))).to.equal('ok');
  });

  it('refuses Pix Automático, alone, with a location and with a key', () => {
    const recurrenceUrl = 'pix.example.com/rec/abc';
    expect(readReason(formatBrCode({ ...shop, recurrenceUrl }))).to.equal('recurrence');
    expect(readReason(dynamicCode({ recurrenceUrl }))).to.equal('recurrence');
    expect(readReason(staticCode({ recurrenceUrl }))).to.equal('recurrence');
  });

  it('refuses a withdrawal (Pix Saque)', () => {
    expect(readReason(staticCode({ fss: '99999008' }))).to.equal('withdrawal');
  });

  it('compares the host of the location without case, with or without its port', () => {
    for (const host of ['pix.example.com', 'PIX.EXAMPLE.COM', 'pix.example.com:8443']) {
      expect(readReason(dynamicCode(), { hosts: ['other.example', host] }), host).to.equal('ok');
    }
  });

  it('refuses a host that only looks like the declared one', () => {
    for (const host of ['example.com', 'ix.example.com', 'pix.example.com.evil.test', 'pix.example.com:443', 'pix.example.com/v2', '']) {
      expect(readReason(dynamicCode(), { hosts: [host] }), host).to.equal('receiver-mismatch');
    }
  });

  it('compares the key of a static code whole', () => {
    expect(readReason(staticCode(), { keys: ['x', 'loja@example.com'] })).to.equal('ok');
    expect(readReason(staticCode(), { keys: ['loja@example.co'] })).to.equal('receiver-mismatch');
  });

  for (const [key, declared] of [
    ['12ABC34501DE35', '12ABC34501DE35'],
    ['12abc34501de35', '12ABC34501DE35'],
    ['12ABC34501DE35', '12abc34501de35'],
    ['12ABC34501DE35', '12.ABC.345/01DE-35'],
    ['12.abc.345/01de-35', '12ABC34501DE35'],
    ['12ABC34501DE35', '12ABC345/01DE-35'],
    ['12ABC34501DE35', '12.ABC.345/01DE\u201335'],
    ['12345678000195', '12.345.678/0001-95'],
    ['11222333000181', '11222333/0001-81'],
    ['52998224725', '529982247-25'],
    ['12345678909', ' 123.456.789-09 '],
    ['Loja@Example.com', 'loja@example.com'],
  ] as const) {
    it(`takes the key ${key} for ${JSON.stringify(declared)}`, () => {
      expect(readReason(staticCode({ key }), { keys: [declared] })).to.equal('ok');
    });
  }

  it('takes no key of another kind for one whose signs it lacks', () => {
    expect(readReason(staticCode({ key: 'a.b@example.com' }), { keys: ['ab@example.com'] })).to.equal('receiver-mismatch');
    expect(readReason(staticCode({ key: '+5561912345678' }), { keys: ['5561912345678'] })).to.equal('receiver-mismatch');
  });

  it('takes no other CNPJ for the declared one', () => {
    for (const key of ['12ABC34501DE34', '12ABC34501DF35', '2ABC34501DE35', '12ABC34501DE350']) {
      expect(readReason(staticCode({ key }), { keys: ['12.ABC.345/01DE-35'] }), key).to.equal('receiver-mismatch');
    }
  });

  it('refuses the kind of code for which nothing was declared, and all where a list is empty', () => {
    expect(readReason(staticCode(), { hosts: ['pix.example.com'] })).to.equal('receiver-mismatch');
    expect(readReason(dynamicCode(), { keys: ['loja@example.com'] })).to.equal('receiver-mismatch');
    expect(readReason(dynamicCode(), { hosts: [] })).to.equal('receiver-mismatch');
    expect(readReason(dynamicCode(), { hosts: ['pix.example.com'], keys: ['k'] })).to.equal('ok');
  });
});

describe('toPixErrorCode', () => {
  it('tells a wrong amount and a wrong receiver from a bad code', () => {
    expect(['amount-mismatch', 'receiver-mismatch', 'crc-mismatch', 'recurrence', 'withdrawal'].map(toPixErrorCode)).to.deep.equal([
      'pix-amount-mismatch',
      'pix-receiver-mismatch',
      'pix-code-invalid',
      'pix-code-invalid',
      'pix-code-invalid',
    ]);
  });
});
