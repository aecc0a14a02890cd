import { expect } from '@open-wc/testing';
import { openRoom } from '../support/sandbox-room.js';
import { goodPayment } from '../support/sandbox-call.js';
import type { Room } from '../support/sandbox-room.js';

describe('sandbox: over HTTP, from another origin', () => {
  let room: Room;
  let authorization: string;

  beforeEach(async () => {
    room = await openRoom();
    authorization = `Bearer ${(await room.issueToken()).token}`;
  });

  const pay = (headers: Record<string, string> = {}, init: RequestInit = {}) =>
    fetch(`${room.baseUrl}card/processPayment`, {
      method: 'POST',
      credentials: 'omit',
      headers: { Authorization: authorization, 'Content-Type': 'application/json', Accept: 'application/json', ...headers },
      body: JSON.stringify(goodPayment),
      ...init,
    });
  /** Whether the page was told nothing but that it broke. */
  const breaks = (sending: Promise<Response>) =>
    sending
      .then((answer) => answer.text())
      .then(
        () => false,
        (error: unknown) => error instanceof TypeError,
      );

  it('is on another origin, and may be read there', async () => {
    expect(new URL(room.baseUrl).origin).not.to.equal(location.origin);
    const answer = await pay();
    expect(answer.type).to.equal('cors');
    expect(await answer.json()).to.include({ success: true });
    expect(await room.charges()).to.have.length(1);
  });

  it('refuses any header but Authorization, Content-Type and Accept', async () => {
    expect(await breaks(pay({ 'X-Idempotency-Key': '1' }))).to.equal(true);
    expect(await breaks(pay({ 'X-Requested-With': 'XMLHttpRequest' }))).to.equal(true);
    const { requests } = await room.state();
    expect(requests, 'nothing is sent after a refused preflight').to.have.length(0);
  });

  it('never allows credentials', async () => {
    expect(await breaks(pay({}, { credentials: 'include' }))).to.equal(true);
  });

  it('lets the page read Retry-After', async () => {
    await room.fault('processPayment', '429', { retryAfter: 9 });
    const answer = await pay();
    expect(answer.status).to.equal(429);
    expect(answer.headers.get('Retry-After')).to.equal('9');
  });

  it('can refuse preflights, or leave the headers out', async () => {
    await room.configure({ cors: 'refused-preflight' });
    expect(await breaks(pay())).to.equal(true);
    await room.configure({ cors: 'missing' });
    expect(await breaks(pay())).to.equal(true);
    expect(await room.charges()).to.have.length(0);
  });

  for (const [fault, charges] of [
    ['reset', 0],
    ['reset-after-charge', 1],
    ['cut-after-charge', 1],
    ['no-cors-on-error', 0],
    ['no-cors-after-charge', 1],
  ] as const) {
    it(`${fault}: the page sees a broken connection; charges ${charges}, sent once`, async () => {
      await room.fault('processPayment', fault);
      expect(await breaks(pay())).to.equal(true);
      const { requests, charges: made } = await room.state();
      expect(made).to.have.length(charges);
      expect(
        requests.map(({ ordinal }) => ordinal),
        'on a connection of its own',
      ).to.deep.equal([1]);
    });
  }

  it('redirect: what follows it is collected, what does not is not', async () => {
    await room.fault('processPayment', 'redirect', { times: 2 });
    expect(await breaks(pay({}, { redirect: 'error' }))).to.equal(true);
    expect((await room.state()).collected).to.have.length(0);
  });

  it('hang: waits until released', async () => {
    await room.fault('processPayment', 'hang');
    const answer = pay();
    await room.waitForPending();
    expect(await room.charges()).to.have.length(0);
    expect(await room.release()).to.equal(1);
    expect((await answer).status).to.equal(200);
    expect(await room.charges()).to.have.length(1);
  });

  it('hang: forgets a page that has gone', async () => {
    await room.fault('processPayment', 'hang');
    const leaving = new AbortController();
    const answer = pay({}, { signal: leaving.signal }).catch(() => 'aborted');
    await room.waitForPending();
    leaving.abort();
    expect(await answer).to.equal('aborted');
    await room.waitUntilIdle();
    expect(await room.release()).to.equal(0);
    expect(await room.charges()).to.have.length(0);
  });

  it('keeps rooms apart', async () => {
    const other = await openRoom();
    await pay();
    expect(await other.charges()).to.have.length(0);
    const answer = await fetch(`${other.baseUrl}card/processPayment`, { method: 'POST', headers: { Authorization: authorization } });
    expect(answer.status, "another room's token").to.equal(401);
  });

  it('refuses unknown faults and options with a reason', async () => {
    const post = (path: string, body: object) => fetch(`${room.baseUrl}__sandbox/${path}`, { method: 'POST', body: JSON.stringify(body) });
    expect((await post('faults', { operation: 'processPayment', fault: 'explode' })).status).to.equal(400);
    expect((await post('faults', { operation: 'refund', fault: 'hang' })).status).to.equal(400);
    expect((await post('options', { pixCode: 'paper' })).status).to.equal(400);
    expect((await post('options', { webhookUrl: 'https://elsewhere.example/' })).status).to.equal(400);
  });
});
