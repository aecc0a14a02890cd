/** The code of docs/boleto.md, run as printed: the shop's two functions with a bank, and the answer that a page would show. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseBoleto, parseBrCode, verifyBoleto } from 'balcao/domain';
import { findBlock } from './documented-blocks.mjs';

const answer = JSON.parse(findBlock('"chargeId": "boleto:8710001"'));
const expected = { amountCents: 14990, dueDate: answer.dueDate, today: '2030-01-10' };

/** What a bank of the test responds, and what it was asked. */
function openBank(t, respond) {
  const asked = [];
  t.mock.method(globalThis, 'fetch', async (url, { method = 'GET', headers, body }) => {
    asked.push({ method, url, key: headers['Idempotency-Key'], authorization: headers.Authorization, body: body && JSON.parse(body) });
    return respond();
  });
  t.mock.timers.enable({ apis: ['Date'], now: Date.parse('2030-01-15T12:00Z') });
  process.env.BANK_TOKEN = 'a-token';
  t.after(() => delete process.env.BANK_TOKEN);
  return asked;
}

const importFunctions = () => import(`data:text/javascript,${encodeURIComponent(findBlock('// boletos.mjs'))}`);

describe('the boleto of the documents', () => {
  it('is that of its order, with a Pix code', () => {
    assert.equal(verifyBoleto(answer, expected).ok, true);
    assert.equal(parseBrCode(answer.pixCode).ok, true);
    assert.equal(answer.amount, '149.90');
  });

  it('is refused for another order, and on the day after its due date', () => {
    const judge = (changes) => {
      const verdict = verifyBoleto(answer, { ...expected, ...changes });
      return verdict.ok ? 'shown' : verdict.reason;
    };
    assert.equal(judge({ amountCents: 14991 }), 'amount-mismatch');
    assert.equal(judge({ dueDate: '2030-01-19' }), 'due-date-mismatch');
    assert.equal(judge({ today: '2030-01-19' }), 'overdue');
  });

  it('is asked for at the bank with the server’s key, three days ahead', async (t) => {
    const made = { id: '8710001', line: answer.line, dueDate: '2030-01-18', pix: answer.pixCode };
    const asked = openBank(t, () => Response.json(made));
    const { boleto } = await importFunctions();
    const { signal } = new AbortController();
    const { chargeId, ...given } = await boleto({ id: '42', amountCents: 14990 }, { key: '42-14990-0', signal });
    const { pdfUrl: _pdfUrl, payee: _payee, chargeId: printed, ...fields } = answer;
    assert.deepEqual(given, fields);
    assert.equal(`boleto:${chargeId}`, printed);
    const body = { amountCents: 14990, dueDate: '2030-01-18' };
    assert.deepEqual(asked, [
      { method: 'POST', url: 'https://bank.example/boletos', key: '42-14990-0', authorization: 'Bearer a-token', body },
    ]);
  });

  it('is paid by what the bank says, with each payment of a hybrid; an error of the bank says nothing', async (t) => {
    const responses = [
      Response.json({ state: 'OPEN', payments: [] }),
      Response.json({ state: 'PAID', payments: [{ cents: 14990 }, { cents: 14990 }] }),
      new Response('', { status: 503 }),
    ];
    openBank(t, () => responses.shift());
    const { boletoStatus } = await importFunctions();
    const ask = () => boletoStatus({ chargeId: '8710001' }, { signal: new AbortController().signal });
    assert.deepEqual(await ask(), { status: 'pending', paidAmounts: [] });
    assert.deepEqual(await ask(), { status: 'paid', paidAmounts: [14990, 14990] });
    await assert.rejects(ask(), /503/);
  });
});

describe('what docs/boleto.md says of one wrong digit', () => {
  const isShown = (codes) => verifyBoleto(codes, expected).ok;
  const parse = (text) => {
    const parsed = parseBoleto(text, expected.today);
    assert.ok(parsed.ok, text);
    return parsed.boleto;
  };
  const boleto = parse(answer.line);
  /** Every text that differs from a text of digits in one of them. */
  const changeEach = (digits) =>
    [...digits].flatMap((old, at) =>
      [...'0123456789'].filter((digit) => digit !== old).map((digit) => digits.slice(0, at) + digit + digits.slice(at + 1)),
    );

  it('each one in a line is found', () => {
    assert.deepEqual(
      changeEach(boleto.line).filter((line) => isShown({ line })),
      [],
    );
  });

  it('a fifth of those in a bar code are not, where the general digit is 1; with the line beside it each one is', () => {
    const one = '00191279100000149900500401448160690680935001';
    const { line } = parse(one);
    const hidden = changeEach(one).filter((barcode) => isShown({ barcode }));
    assert.ok(hidden.length > 20, `${hidden.length} hidden`);
    assert.deepEqual(
      hidden.filter((barcode) => isShown({ line, barcode })),
      [],
    );
    assert.deepEqual(
      changeEach(boleto.barcode).filter((barcode) => isShown({ barcode })),
      [],
    );
  });
});
