import { expect } from '@open-wc/testing';
import { createBoletoSource, fetchBoleto } from '../../../src/client/shop/shop-boleto.js';
import { checkBoleto, type ShopBoleto } from '../../../src/client/shop/check-boleto.js';
import { isCheckoutError } from '../../../src/domain/errors.js';
import { formatBrCode } from '../../../src/domain/pix/format-br-code.js';
import { BANKS, buildBoleto } from '../../domain/boleto/boleto-digits.js';
import { FakeClock } from '../../support/fake-clock.js';
import { broken, FetchStub, HeldReply, json, text } from '../support/fetch-stub.js';

const NOW = Date.parse('2026-11-30T12:00-03:00');
const EXPECTED = { amountCents: 149_90, keys: ['loja@example.com'] };
const [BANK = { bank: '', freeField: '' }] = BANKS;
const { line, barcode } = buildBoleto({ ...BANK, amountCents: 149_90, dueDate: '2026-12-05' });
const other = buildBoleto({ ...BANK, amountCents: 150_00, dueDate: '2026-12-05' });
const receiver = { key: 'loja@example.com', merchantName: 'Loja', merchantCity: 'Recife' };
const pixCode = formatBrCode({ ...receiver, amountCents: 149_90 });

const GOOD: ShopBoleto = { chargeId: 'b-1', line, dueDate: '2026-12-05', amount: '149.90' };

/** The code of the error that a boleto is refused with; empty if it is accepted. */
function refuse(given: unknown): string {
  try {
    checkBoleto(given, EXPECTED, NOW);
    return '';
  } catch (error) {
    return isCheckoutError(error) ? error.code : String(error);
  }
}

describe('checkBoleto', () => {
  // A Saturday: banks take it on Monday, and its money may be under way until Thursday.
  const facts = { payableUntil: Date.parse('2026-12-08T00:00-03:00'), expiresAt: Date.parse('2026-12-11T00:00-03:00') };

  it('has the line of what the shop gave: a line in any writing, a bar code or both', () => {
    for (const codes of [{ line }, { barcode }, { line, barcode }, { line: line.replace(/(.{5})/g, '$1 ') }])
      expect(checkBoleto({ ...GOOD, line: undefined, ...codes }, EXPECTED, NOW)).to.deep.equal({ ...GOOD, ...facts });
  });

  it('keeps the Pix code, the PDF and the receiver, and nothing that it does not know', () => {
    const more = { payee: 'Casa Neblina', pdfUrl: 'https://bank.example/b-1.pdf' };
    expect(checkBoleto({ ...GOOD, ...more, pixCode, status: 'paid' }, EXPECTED, NOW)).to.deep.equal({
      ...GOOD,
      ...facts,
      ...more,
      brCode: pixCode,
    });
  });

  it('leaves out a PDF that is no https: address, and a receiver that is no text', () => {
    for (const pdfUrl of ['javascript:alert(1)', 'http://bank.example/1', '/1.pdf', 7])
      expect(checkBoleto({ ...GOOD, pdfUrl, payee: {} }, EXPECTED, NOW)).to.not.have.any.keys('pdfUrl', 'payee');
  });

  for (const [what, change, code] of [
    ['no boleto at all', { chargeId: undefined }, 'bad-response'],
    ['no due date', { dueDate: undefined }, 'bad-response'],
    ['a due date that is none', { dueDate: '05/12/2026' }, 'bad-response'],
    ['an amount that is no text', { amount: 149.9 }, 'bad-response'],
    ['neither a line nor a bar code', { line: undefined }, 'boleto-code-invalid'],
    ['a wrong digit', { line: `${line.slice(0, -1)}1` }, 'boleto-code-invalid'],
    ['the bill of a utility', { line: '836400000011331201380002812884627116080136181551' }, 'boleto-code-invalid'],
    ['the bar code of another boleto', { barcode: other.barcode }, 'boleto-code-invalid'],
    ['a line of another amount', { line: other.line }, 'boleto-mismatch'],
    ['another amount beside the right line', { amount: '150.00' }, 'boleto-mismatch'],
    ['another due date', { dueDate: '2026-12-06' }, 'boleto-mismatch'],
    ['a due date that is past', buildDue('2026-11-27'), 'boleto-mismatch'],
    ['a Pix code of another amount', { pixCode: formatBrCode({ ...receiver, amountCents: 1 }) }, 'pix-amount-mismatch'],
    [
      'a Pix code of another receiver',
      { pixCode: formatBrCode({ ...receiver, key: 'x@example.com', amountCents: 149_90 }) },
      'pix-receiver-mismatch',
    ],
    ['a Pix code that is none', { pixCode: `${pixCode.slice(0, -4)}0000` }, 'pix-code-invalid'],
  ] as const)
    it(`refuses ${what}`, () => {
      expect(refuse({ ...GOOD, ...change })).to.equal(code);
    });

  for (const given of [null, 'x', [], {}])
    it(`refuses ${JSON.stringify(given)}`, () => {
      expect(refuse(given)).to.equal('bad-response');
    });

  it('accepts a boleto until the banking day after a weekend on which it is due', () => {
    const saturday = { ...GOOD, ...buildDue('2026-11-28') };
    const midnight = Date.parse('2026-12-01T00:00-03:00');
    expect(checkBoleto(saturday, EXPECTED, midnight - 1).payableUntil).to.equal(midnight);
    expect(() => checkBoleto(saturday, EXPECTED, midnight)).to.throw(/overdue/);
  });

  it('accepts a boleto on the last day in Brasília, and refuses it a moment later', () => {
    const today = { ...GOOD, ...buildDue('2026-11-30') };
    const midnight = Date.parse('2026-12-01T00:00-03:00');
    expect(checkBoleto(today, EXPECTED, midnight - 1).dueDate).to.equal('2026-11-30');
    expect(() => checkBoleto(today, EXPECTED, midnight)).to.throw(/overdue/);
  });
});

function buildDue(dueDate: string): { dueDate: string; line: string } {
  return { dueDate, line: buildBoleto({ ...BANK, amountCents: 149_90, dueDate }).line };
}

describe('a boleto of boleto-url', () => {
  let stub: FetchStub;
  let told: number | undefined;
  beforeEach(() => {
    stub = new FetchStub();
    told = undefined;
  });
  afterEach(() => stub.restore());

  const ask = (signal = new AbortController().signal): Promise<unknown> =>
    fetchBoleto(
      createBoletoSource('/shop/boleto', (sentAt) => (told = sentAt)),
      { orderId: '42', amount: '149.90', signal },
      EXPECTED,
      () => NOW,
    ).catch((error: unknown) => (isCheckoutError(error) ? error.code : error));

  it('is judged by the time of the shop, if the response has it', async () => {
    stub.reply(json(200, GOOD, { date: new Date(NOW).toUTCString() }));
    await ask();
    expect(told).to.equal(NOW);
  });

  it('is asked for by POST with the order and its amount', async () => {
    stub.reply(json(200, GOOD));
    expect(await ask()).to.deep.include(GOOD);
    const [request] = stub.requests;
    expect([request?.init.method, request?.url, request?.body]).to.deep.equal([
      'POST',
      new URL('/shop/boleto', location.href).href,
      { orderId: '42', amount: '149.90' },
    ]);
  });

  for (const [what, reply, code] of [
    ['is missing', text(404, ''), 'not-found'],
    ['says that the order is paid', json(200, { closed: 'paid' }), 'order-closed'],
    ['fails', text(503, ''), 'server'],
    ['responds with a page', text(200, '<p>x'), 'bad-response'],
    ['responds with a list', json(200, []), 'bad-response'],
    ['cannot be reached', broken(), 'network'],
  ] as const)
    it(`does not come where the endpoint ${what}`, async () => {
      stub.reply(reply);
      expect(await ask()).to.equal(code);
    });

  it('is given up with the element', async () => {
    const removal = new AbortController();
    stub.reply(new HeldReply().reply);
    const asking = ask(removal.signal);
    removal.abort();
    expect(await asking).to.equal('aborted');
  });
});

describe('a boleto of getBoleto', () => {
  it('is a bad response where the function throws or gives nothing', async () => {
    const clock = new FakeClock(NOW);
    const request = { orderId: '42', amount: '149.90', signal: new AbortController().signal };
    for (const getBoleto of [() => Promise.reject(new Error('secret')), async () => Object(undefined)]) {
      const error: unknown = await fetchBoleto(getBoleto, request, EXPECTED, () => clock.now()).catch((thrown: unknown) => thrown);
      expect(error).to.include({ code: 'bad-response' });
      expect(String(error)).to.not.include('secret');
    }
  });
});
