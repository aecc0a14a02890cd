import { expect } from '@open-wc/testing';
import type { ChargeResult } from '../../../src/domain/order/charge-result.js';
import { createTokenUrlSource } from '../../../src/client/tokens/token-url.js';
import type { FaultName, FaultParams } from '../../../src/sandbox/index.js';
import { openRoom, type Room } from '../../support/sandbox-room.js';
import { createTestClient, payment } from './charge-setup.js';

interface Row {
  readonly fault?: FaultName;
  readonly params?: FaultParams & { times?: number };
  readonly status: ChargeResult['status'];
  readonly code?: string;
  readonly charges: number;
}

const rows: Row[] = [
  { status: 'approved', charges: 1 },
  { fault: 'no-message-after-charge', status: 'approved', charges: 1 },
  { fault: 'identifier-number', status: 'approved', charges: 1 },
  { fault: 'wrong-charset', status: 'approved', charges: 1 },
  { fault: 'decline', status: 'declined', charges: 0 },
  { fault: 'decline', params: { status: 402 }, status: 'declined', charges: 0 },
  { fault: '400', status: 'failed', code: 'invalid-request', charges: 0 },
  { fault: '422', status: 'failed', code: 'invalid-request', charges: 0 },
  { fault: '401', status: 'approved', charges: 1 },
  { fault: '401', params: { times: 2 }, status: 'failed', code: 'unauthorized', charges: 0 },
  { fault: '403', status: 'failed', code: 'forbidden', charges: 0 },
  { fault: '404', status: 'failed', code: 'not-found', charges: 0 },
  { fault: '405', status: 'failed', code: 'not-found', charges: 0 },
  { fault: '413', status: 'failed', code: 'invalid-request', charges: 0 },
  { fault: '415', status: 'failed', code: 'invalid-request', charges: 0 },
  { fault: '429', params: { retryAfter: 3 }, status: 'failed', code: 'rate-limited', charges: 0 },
  { fault: '4xx-success-true', status: 'unconfirmed', charges: 1 },
  { fault: '408', status: 'unconfirmed', code: 'timeout', charges: 0 },
  { fault: '408-after-charge', status: 'unconfirmed', code: 'timeout', charges: 1 },
  { fault: '409', status: 'unconfirmed', charges: 0 },
  { fault: '500', status: 'unconfirmed', code: 'server', charges: 0 },
  { fault: '503-after-charge', status: 'unconfirmed', code: 'server', charges: 1 },
  { fault: 'reset-after-charge', status: 'unconfirmed', code: 'network', charges: 1 },
  { fault: 'cut-after-charge', status: 'unconfirmed', code: 'network', charges: 1 },
  { fault: 'no-cors-on-error', status: 'unconfirmed', code: 'network', charges: 0 },
  { fault: 'no-cors-after-charge', status: 'unconfirmed', code: 'network', charges: 1 },
  { fault: 'redirect', status: 'unconfirmed', code: 'network', charges: 0 },
  { fault: 'wrong-shape', status: 'unconfirmed', code: 'bad-response', charges: 0 },
  { fault: 'wrong-shape-after-charge', status: 'unconfirmed', code: 'bad-response', charges: 1 },
  { fault: 'html', status: 'unconfirmed', code: 'bad-response', charges: 0 },
  { fault: 'html-after-charge', status: 'unconfirmed', code: 'bad-response', charges: 1 },
  { fault: 'empty-after-charge', status: 'unconfirmed', code: 'bad-response', charges: 1 },
  { fault: 'huge', status: 'unconfirmed', code: 'bad-response', charges: 1 },
  { fault: 'deep-json', status: 'unconfirmed', code: 'bad-response', charges: 1 },
];

describe('a charge at the sandbox', () => {
  let room: Room;
  beforeEach(async () => (room = await openRoom()));

  for (const { fault, params, status, code, charges } of rows) {
    const what = [fault ?? 'no fault', params ? JSON.stringify(params) : ''].join(' ').trim();
    it(`is ${status} with ${charges} charged after ${what}`, async () => {
      if (fault) await room.fault('processPayment', fault, params);
      const { client } = createTestClient({ baseUrl: room.baseUrl, getToken: createTokenUrlSource(room.tokenUrl) });
      const result = await client.processPayment(payment, { orderId: 'order-1', attemptId: 'attempt-1' });
      expect(result.status).to.equal(status);
      if (code !== undefined) expect('error' in result && result.error.code).to.equal(code);
      expect((await room.charges()).length).to.equal(charges);
    });
  }

  it('sends what the sandbox finds to be the described fields, and no other header', async () => {
    const { client } = createTestClient({ baseUrl: room.baseUrl, getToken: createTokenUrlSource(room.tokenUrl) });
    await client.processPayment(payment);
    const [request] = (await room.state()).requests.filter(({ method }) => method === 'POST');
    expect(request?.body).to.deep.equal({
      amount: 149.9,
      installments: 2,
      whoPaysFee: 'customer',
      card: { holderName: 'MARIA DA SILVA', expirationDate: '01/31', number: '4111111111111111', securityCode: '123' },
    });
    expect(request?.headers).to.not.have.any.keys('cookie', 'referer', 'x-requested-with');
    expect(request?.headers).to.include({ accept: 'application/json', 'content-type': 'application/json' });
  });

  for (const fault of ['hang-after-charge', 'drip'] as const) {
    it(`is unconfirmed after ${fault}, and approved late when the answer comes`, async () => {
      await room.fault('processPayment', fault);
      const { client, clock } = createTestClient({ baseUrl: room.baseUrl, getToken: createTokenUrlSource(room.tokenUrl) });
      const paying = client.processPayment(payment);
      await room.waitForRequests('processPayment');
      await clock.advance(30_000);
      const result = await paying;
      expect(result).to.have.nested.property('error.code', 'timeout');
      await room.release();
      expect(result.status === 'unconfirmed' && (await result.late)?.status).to.equal('approved');
      expect((await room.charges()).length).to.equal(1);
    });
  }

  it('pays through the relay of the own origin without a token', async () => {
    const { client } = createTestClient({ baseUrl: room.relayUrl, getToken: () => Promise.reject(new Error('asked')) });
    expect((await client.processPayment(payment)).status).to.equal('approved');
    expect((await room.charges()).length).to.equal(1);
  });

  for (const fault of ['401', '404', 'reset', 'garbage', 'html', 'empty', 'bad-token'] as const) {
    it(`fails and sends no charge when the token endpoint answers ${fault}`, async () => {
      // Browsers send again by themselves on each kept connection that broke.
      await room.shop.fault('token', fault, { times: 50 });
      const { client } = createTestClient({ baseUrl: room.baseUrl, getToken: createTokenUrlSource(room.tokenUrl) });
      const result = await client.processPayment(payment);
      expect(result.status).to.equal('failed');
      expect((await room.charges()).length).to.equal(0);
    });
  }

  it('says that the order is closed when the token endpoint says so', async () => {
    await room.shop.fault('token', 'closed-paid');
    const { client } = createTestClient({ baseUrl: room.baseUrl, getToken: createTokenUrlSource(room.tokenUrl) });
    const result = await client.processPayment(payment);
    expect(result.status === 'failed' && result.error).to.include({ code: 'order-closed', closed: 'paid' });
  });
});
