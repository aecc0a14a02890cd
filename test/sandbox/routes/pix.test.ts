import { expect } from '@open-wc/testing';
import { parseBrCode } from '../../../src/domain/pix/br-code.js';
import { createSandbox } from '../../../src/sandbox/index.js';
import type { FaultName, ServiceVariant } from '../../../src/sandbox/index.js';
import { FakeClock } from '../../support/fake-clock.js';
import { callSandbox } from '../../support/sandbox-call.js';

const START = Date.UTC(2026, 10, 20, 12);
const MINUTE_MS = 60_000;

/** A sandbox whose time stands still, and a charge of half an hour in it. */
function openPix(variant: Partial<ServiceVariant> = {}) {
  const clock = new FakeClock(START);
  const delivered: { url: string; body: unknown }[] = [];
  const deliver = async (url: string, body: unknown) => void delivered.push({ url, body });
  const sandbox = createSandbox({ clock, deliver, ...variant });
  const request = { amount: 10, expirationDate: new Date(START + 30 * MINUTE_MS).toISOString(), paymentWebhook: true };
  const create = async (changes: object = {}, authorization?: string) =>
    callSandbox(sandbox, 'pix/generateQrCode', { ...request, ...changes }, authorization === undefined ? {} : { authorization });
  const askStatus = async (id: unknown) => callSandbox(sandbox, `pix/qrCode/${String(id)}`, undefined, { method: 'GET' });
  return { clock, sandbox, delivered, create, askStatus };
}

describe('sandbox: Pix', () => {
  it('answers with a sealed dynamic BR Code of its own host', async () => {
    const { body } = await openPix().create();
    const answer = parseBrCode(String(body['textQrCode']));
    expect(answer.ok && answer.brCode.kind).to.equal('dynamic');
    expect(answer.ok && answer.brCode.url).to.match(/^pix\.balcao\.example\/v2\/[0-9a-f]{32}$/);
    expect(body['qrCodeNumber']).to.be.a('number');
  });

  it('writes the amount into a static code', async () => {
    const { body } = await openPix({ pixCode: 'static' }).create({ amount: 1234.5 });
    const answer = parseBrCode(String(body['textQrCode']));
    expect(answer.ok && answer.brCode).to.include({ kind: 'static', amountCents: 123_450 });
  });

  it('answers in the names of its variant', async () => {
    expect((await openPix({ pixResponseNames: 'sample' }).create()).body).to.have.all.keys('success', 'message', 'id', 'text', 'number');
    expect((await openPix({ pixResponseNames: 'both' }).create()).body).to.include.all.keys('id', 'qrCodeId', 'text', 'textQrCode');
  });

  it('takes the webhook flag under the name of its variant, and refuses wrong requests', async () => {
    const { create, sandbox } = openPix({ pixRequestNames: 'sample' });
    expect((await create()).status).to.equal(400);
    expect((await create({ paymentWebhook: undefined, webhook: true })).status).to.equal(200);
    expect(sandbox.state().pix[0]?.webhook).to.equal(true);
    for (const wrong of [
      { expirationDate: '2026-11-20T12:30:00' },
      { expirationDate: '2020-01-01T00:00:00Z' },
      { amount: '10' },
      { webhook: 'yes' },
    ]) {
      expect((await create({ paymentWebhook: undefined, ...wrong })).status, JSON.stringify(wrong)).to.be.oneOf([400, 422]);
    }
  });

  it('takes both forms of Authorization, or the one of its variant', async () => {
    const { create, sandbox } = openPix();
    const { token } = sandbox.issueToken();
    expect((await create({}, token)).status).to.equal(200);
    expect((await create({}, `Bearer ${token}`)).status).to.equal(200);
    sandbox.configure({ pixAuthorization: 'jwt' });
    expect((await create({}, `Bearer ${token}`)).status).to.equal(401);
    sandbox.configure({ pixAuthorization: 'bearer' });
    expect((await create({}, token)).status).to.equal(401);
  });

  it('lets a charge wait, expire, and still be paid late', async () => {
    const { create, askStatus, clock, sandbox } = openPix();
    const id = (await create()).body['qrCodeId'];
    expect((await askStatus(id)).body['status']).to.equal('PENDENTE');
    clock.tick(30 * MINUTE_MS);
    expect((await askStatus(id)).body['status']).to.equal('EXPIRADO');
    sandbox.settlePix();
    expect((await askStatus(id)).body['status']).to.equal('PAGO');
    expect((await askStatus('nobody')).status).to.equal(404);
  });

  it('cancels, refunds, fails and expires on command', async () => {
    const { create, askStatus, sandbox } = openPix();
    for (const [action, word] of [
      ['cancel', 'CANCELADO'],
      ['refund', 'DEVOLVIDO'],
      ['fail', 'FALHOU'],
      ['expire', 'EXPIRADO'],
    ] as const) {
      const id = (await create()).body['qrCodeId'];
      sandbox.actOnPix(action);
      expect((await askStatus(id)).body['status']).to.equal(word);
    }
  });

  it('speaks the words of other systems, in the field that it is told', async () => {
    const { create, askStatus, sandbox, clock } = openPix({ pixStatusSystem: 'bcb', pixStatusField: 'situacao' });
    const id = (await create()).body['qrCodeId'];
    clock.tick(30 * MINUTE_MS);
    expect((await askStatus(id)).body['situacao'], 'stays ATIVA after expiry').to.equal('ATIVA');
    sandbox.settlePix();
    expect((await askStatus(id)).body['situacao']).to.equal('CONCLUIDA');
    sandbox.configure({ pixStatusSystem: 'cielo' });
    expect((await askStatus(id)).body['situacao']).to.equal(2);
    sandbox.fault('pixStatus', 'status-word', { word: 'UNPAID' });
    expect((await askStatus(id)).body['situacao']).to.equal('UNPAID');
  });

  const spoiled: [FaultName, string | undefined, boolean][] = [
    ['pix-tampered', undefined, false],
    ['pix-garbage', undefined, false],
    ['pix-resealed', 'receiver', true],
    ['pix-resealed', 'amount', true],
    ['pix-recurrence', undefined, true],
    ['pix-withdrawal', undefined, true],
  ];
  for (const [fault, what, isSealed] of spoiled) {
    it(`${fault} ${what ?? ''} gives a code that is ${isSealed ? 'well sealed, and not the right one' : 'no good code'}`, async () => {
      const { create, sandbox } = openPix({ pixCode: 'static' });
      const good = parseBrCode(String((await create()).body['textQrCode']));
      sandbox.fault('generatePixQrCode', fault, what === undefined ? {} : { what });
      const bad = parseBrCode(String((await create()).body['textQrCode']));
      expect(bad.ok).to.equal(isSealed);
      if (!bad.ok || !good.ok) return;
      const tell = ({ kind, key, amount, fss }: typeof good.brCode) => [kind, key, amount, fss];
      expect(tell(bad.brCode)).not.to.deep.equal(tell(good.brCode));
    });
  }

  it('tells the webhook address once, and only of charges that asked for it', async () => {
    const { create, sandbox, delivered } = openPix({ webhookUrl: 'http://localhost/hook' });
    const id = (await create()).body['qrCodeId'];
    sandbox.settlePix();
    sandbox.settlePix();
    await create({ paymentWebhook: false });
    sandbox.settlePix();
    expect(delivered).to.have.length(1);
    expect(delivered[0]).to.have.nested.property('body.qrCodeId', id);
  });

  it('tries a failed delivery again', async () => {
    const clock = new FakeClock(START);
    let tries = 0;
    const deliver = () => (++tries < 3 ? Promise.reject(new TypeError('down')) : Promise.resolve());
    const sandbox = createSandbox({ clock, deliver, webhookUrl: 'http://localhost/hook' });
    await callSandbox(sandbox, 'pix/generateQrCode', { amount: 1, expirationDate: '2026-11-21T00:00:00-03:00', paymentWebhook: true });
    sandbox.settlePix();
    await clock.advance(1000);
    await clock.advance(5000);
    expect(tries).to.equal(3);
    expect(sandbox.state().webhooks).to.have.length(1);
    expect(sandbox.state().webhooks[0]).to.include({ delivered: true, tries: 3 });
  });
});
