import { expect } from '@open-wc/testing';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../src/sandbox/index.js';
import { goodCard, goodPayment } from '../support/sandbox-call.js';
import { openRoom } from '../support/sandbox-room.js';

type Mode = NonNullable<SandboxOptions['idempotency']>;

/** Charges once, with a key in one of the two places, or in none. */
async function pay(sandbox: Sandbox, { header, field, ...more }: { header?: string; field?: string; card?: object } = {}) {
  const answer = await sandbox(
    new Request('https://pagamentos.example/card/processPayment', {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Authorization: `Bearer ${sandbox.issueToken().token}`,
        ...(header !== undefined && { 'Idempotency-Key': header }),
      },
      body: JSON.stringify({ ...goodPayment, ...more, ...(field !== undefined && { idempotencyKey: field }) }),
    }),
  );
  const body: Record<string, unknown> = await answer.json();
  return { status: answer.status, body };
}

describe('sandbox: a charge with an idempotency key', () => {
  for (const place of ['header', 'field'] as const) {
    it(`is charged once for each key in the ${place}, and answered alike`, async () => {
      const sandbox = createSandbox({ idempotency: place });
      const first = await pay(sandbox, { [place]: 'a' });
      expect(await pay(sandbox, { [place]: 'a' })).to.deep.equal(first);
      expect((await pay(sandbox, { [place]: 'b' })).body['identifier']).to.not.equal(first.body['identifier']);
      expect(sandbox.state().charges.map(({ idempotencyKey }) => idempotencyKey)).to.deep.equal(['a', 'b']);
    });
  }

  it('is charged anew without a key', async () => {
    const sandbox = createSandbox({ idempotency: 'header' });
    await pay(sandbox);
    await pay(sandbox);
    expect(sandbox.state().charges).to.have.length(2);
  });

  it('is known from the moment of the charge, whatever becomes of the answer', async () => {
    const sandbox = createSandbox({ idempotency: 'header' });
    sandbox.fault('processPayment', 'hang-after-charge');
    sandbox.fault('processPayment', '503-after-charge');
    const hanging = pay(sandbox, { header: 'a' });
    expect((await pay(sandbox, { header: 'a' })).status).to.equal(503);
    const good = await pay(sandbox, { header: 'a' });
    sandbox.release();
    expect(await hanging).to.deep.equal(good);
    expect(sandbox.state().charges).to.have.length(1);
  });

  it('stays declined once it was declined, also for a request that comes later', async () => {
    const sandbox = createSandbox({ idempotency: 'header' });
    sandbox.fault('processPayment', 'hang');
    sandbox.fault('processPayment', 'decline', { message: 'Saldo insuficiente' });
    const hanging = pay(sandbox, { header: 'a' });
    const declined = await pay(sandbox, { header: 'a' });
    sandbox.release();
    expect(declined.body).to.deep.equal({ success: false, message: 'Saldo insuficiente' });
    expect(await hanging).to.deep.equal(declined);
    expect(sandbox.state().charges).to.have.length(0);
  });

  it('has a free key again after an error that is no answer', async () => {
    const sandbox = createSandbox({ idempotency: 'header' });
    sandbox.fault('processPayment', 'html');
    await pay(sandbox, { header: 'a' }).catch(() => undefined);
    expect((await pay(sandbox, { header: 'a' })).body['success']).to.equal(true);
  });

  it('is approved when it comes again after a magic card lost its answer', async () => {
    const sandbox = createSandbox({ idempotency: 'header' });
    const card = { ...goodCard, number: '4000000000000119' };
    expect((await pay(sandbox, { header: 'a', card })).status).to.equal(503);
    expect((await pay(sandbox, { header: 'a', card })).body['success']).to.equal(true);
    expect(sandbox.state().charges).to.have.length(1);
  });

  it('is charged each time by a service that forgets its keys', async () => {
    const sandbox = createSandbox({ idempotency: 'forgetful' });
    await pay(sandbox, { header: 'a' });
    await pay(sandbox, { field: 'a' });
    expect(sandbox.state().charges.map(({ idempotencyKey }) => idempotencyKey)).to.deep.equal(['a', 'a']);
  });

  it('is refused with a field that the service does not know', async () => {
    for (const idempotency of ['none', 'header'] as const) {
      expect((await pay(createSandbox({ idempotency }), { field: 'a' })).status, idempotency).to.equal(400);
    }
  });

  it('passes CORS with the header only where the service reads it', async () => {
    const room = await openRoom();
    const ask = (name: string): Promise<number | undefined> =>
      fetch(`${room.baseUrl}card/processPayment`, { method: 'POST', headers: { [name]: 'a' } }).then(
        ({ status }) => status,
        () => undefined,
      );
    const modes: [Mode, number | undefined][] = [
      ['none', undefined],
      ['field', undefined],
      ['header', 401],
      ['forgetful', 401],
    ];
    for (const [idempotency, status] of modes) {
      await room.configure({ idempotency });
      expect(await ask('Idempotency-Key'), idempotency).to.equal(status);
    }
    expect(await ask('X-Key')).to.equal(undefined);
  });
});
