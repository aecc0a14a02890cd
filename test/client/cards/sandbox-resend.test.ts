import { expect } from '@open-wc/testing';
import type { ServiceProfileInput } from '../../../src/client/index.js';
import { createTokenUrlSource } from '../../../src/client/tokens/token-url.js';
import type { ChargeResult } from '../../../src/domain/order/charge-result.js';
import type { FakeClock } from '../../support/fake-clock.js';
import { openRoom, type Room } from '../../support/sandbox-room.js';
import { createTestClient, payment } from './charge-setup.js';
import { passPause } from './pass-pause.js';

const header = { header: 'Idempotency-Key' };
const field = { field: 'idempotencyKey' };

describe('a charge that is sent again, at the sandbox', () => {
  let room: Room;
  beforeEach(async () => (room = await openRoom()));

  function pay(idempotency: NonNullable<ServiceProfileInput['idempotency']>): { clock: FakeClock; result: Promise<ChargeResult> } {
    const { client, clock } = createTestClient({
      baseUrl: room.baseUrl,
      getToken: createTokenUrlSource(room.tokenUrl),
      profile: { idempotency },
    });
    return { clock, result: client.processPayment(payment, { attemptId: 'attempt-1' }) };
  }

  async function listKeys(): Promise<(string | undefined)[]> {
    return (await room.charges()).map(({ idempotencyKey }) => idempotencyKey);
  }

  for (const [place, idempotency, fault] of [
    ['header', header, 'reset-after-charge'],
    ['field', field, '503-after-charge'],
    ['header', header, 'no-cors-after-charge'],
  ] as const) {
    it(`is approved and charged once after ${fault}, by the key in the ${place}`, async () => {
      await room.configure({ idempotency: place });
      await room.fault('processPayment', fault);
      const { clock, result } = pay(idempotency);
      await passPause(clock, 1000);
      const ended = await result;
      expect(await listKeys()).to.deep.equal(['attempt-1']);
      expect(ended).to.include({ status: 'approved', identifier: (await room.charges())[0]?.identifier });
    });
  }

  it('is approved and charged once when the service falls silent after the charge', async () => {
    await room.configure({ idempotency: 'header' });
    await room.fault('processPayment', 'hang-after-charge');
    const { clock, result } = pay(header);
    await room.waitForPending();
    await clock.advance(10_000);
    expect((await result).status).to.equal('approved');
    await room.release();
    expect(await listKeys()).to.deep.equal(['attempt-1']);
  });

  it('is approved when it was charged and the second request alone is refused', async () => {
    await room.configure({ idempotency: 'header' });
    await room.fault('processPayment', 'reset-after-charge');
    await room.fault('processPayment', '403');
    const { clock, result } = pay(header);
    for (const ms of [1000, 2000]) await passPause(clock, ms);
    expect((await result).status).to.equal('approved');
    expect(await listKeys()).to.deep.equal(['attempt-1']);
  });

  it('is unconfirmed when it was charged and every other request is refused', async () => {
    await room.configure({ idempotency: 'header' });
    await room.fault('processPayment', 'reset-after-charge');
    await room.fault('processPayment', '403', { times: 3 });
    const { clock, result } = pay(header);
    for (const ms of [1000, 2000, 4000]) await passPause(clock, ms);
    expect((await result).status).to.equal('unconfirmed');
    expect(await listKeys()).to.deep.equal(['attempt-1']);
  });

  it('is unconfirmed and never charged where CORS refuses the header', async () => {
    const { clock, result } = pay(header);
    for (const ms of [1000, 2000, 4000]) await passPause(clock, ms);
    expect(await result).to.have.nested.property('error.code', 'network');
    expect((await room.state()).requests.filter(({ operation }) => operation === 'processPayment')).to.deep.equal([]);
  });

  it('is charged twice by a service that forgets its keys: the setting is not for such a one', async () => {
    await room.configure({ idempotency: 'forgetful' });
    await room.fault('processPayment', 'reset-after-charge');
    const { clock, result } = pay(header);
    await passPause(clock, 1000);
    expect((await result).status).to.equal('approved');
    expect(await listKeys()).to.deep.equal(['attempt-1', 'attempt-1']);
  });

  it('is never called declined while a service that forgets its keys may still charge', async () => {
    await room.configure({ idempotency: 'forgetful' });
    await room.fault('processPayment', 'hang');
    await room.fault('processPayment', 'decline');
    const { clock, result } = pay(header);
    await room.waitForPending();
    await clock.advance(10_000);
    await room.waitForRequests('processPayment', 2);
    await passPause(clock, 20_000);
    const ended = await result;
    expect(ended.status).to.equal('unconfirmed');
    await room.release();
    expect(ended.status === 'unconfirmed' && (await ended.late)?.status).to.equal('approved');
    expect(await listKeys()).to.deep.equal(['attempt-1']);
  });
});
