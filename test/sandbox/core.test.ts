import { expect } from '@open-wc/testing';
import { createSandbox } from '../../src/sandbox/index.js';
import { FakeClock } from '../support/fake-clock.js';
import { callSandbox, goodPayment } from '../support/sandbox-call.js';

const START = Date.UTC(2026, 10, 20, 12);
const MINUTE_MS = 60_000;

describe("sandbox: the service's clock", () => {
  it('can be set ahead of the given one: tokens end, Pix codes expire, answers are dated by it', async () => {
    const clock = new FakeClock(START);
    const sandbox = createSandbox({ clock });
    const { token } = sandbox.issueToken();
    const pix = { amount: 10, expirationDate: new Date(START + 30 * MINUTE_MS).toISOString() };
    const { body } = await callSandbox(sandbox, 'pix/generateQrCode', pix);

    sandbox.setClock(31 * MINUTE_MS);

    const late = await callSandbox(sandbox, 'card/processPayment', goodPayment, { authorization: `Bearer ${token}` });
    expect(late.status).to.equal(401);
    expect(late.headers.get('Date')).to.equal(new Date(START + 31 * MINUTE_MS).toUTCString());
    const status = await callSandbox(sandbox, `pix/qrCode/${String(body['qrCodeId'])}`, undefined, { method: 'GET' });
    expect(status.body['status']).to.equal('EXPIRADO');
  });

  it('can be set behind, and right again, over HTTP', async () => {
    const sandbox = createSandbox({ clock: new FakeClock(START) });
    const set = async (body: object) =>
      sandbox(new Request('https://pagamentos.example/__sandbox/clock', { method: 'POST', body: JSON.stringify(body) }));
    expect(await (await set({ aheadMs: -MINUTE_MS })).json()).to.deep.equal({ now: START - MINUTE_MS });
    expect(sandbox.issueToken().now).to.equal(START - MINUTE_MS);
    expect(await (await set({ aheadMs: 0 })).json()).to.deep.equal({ now: START });
    expect((await set({ aheadMs: 'soon' })).status).to.equal(400);
  });
});
