import { expect } from '@open-wc/testing';
import type { ServiceProfile, ServiceProfileInput } from '../../../src/client/profile/service-profile.js';
import { isCheckoutError } from '../../../src/domain/errors.js';
import { createTestClient } from '../cards/charge-setup.js';
import { FetchStub, HeldReply, json, text } from '../support/fetch-stub.js';

const charge = { amount: 149.9, expiresAt: Date.parse('2030-01-01T02:30:15.700Z') };
const described = { success: true, qrCodeId: 'pix-1', textQrCode: '000201…', qrCodeNumber: 7 };

async function codeOf(work: Promise<unknown>): Promise<string | undefined> {
  return work.then(
    () => undefined,
    (error: unknown) => (isCheckoutError(error) ? error.code : 'another error'),
  );
}

describe('generatePixQrCode', () => {
  let stub: FetchStub;
  beforeEach(() => {
    stub = new FetchStub();
    stub.reply(json(200, described));
  });
  afterEach(() => stub.restore());

  it('sends amount and expiry with an offset, and the webhook only when it is said', async () => {
    const { client } = createTestClient();
    await client.generatePixQrCode(charge);
    await client.generatePixQrCode({ ...charge, paymentWebhook: false });
    expect(stub.requests[0]?.url).to.equal('https://payments.example/v1/pix/generateQrCode');
    expect(stub.requests.map(({ body }) => body)).to.deep.equal([
      { amount: 149.9, expirationDate: '2029-12-31T23:30:15-03:00' },
      { amount: 149.9, expirationDate: '2029-12-31T23:30:15-03:00', paymentWebhook: false },
    ]);
  });

  it('uses the names, the expiry and the authorization of the profile', async () => {
    const pixExpiration = (instant: Date): string => String(instant.getTime());
    const { client } = createTestClient({ profile: { pixRequestNames: 'sample', pixAuthorization: 'jwt', pixExpiration } });
    await client.generatePixQrCode({ ...charge, paymentWebhook: true });
    expect(stub.requests[0]?.body).to.deep.equal({ amount: 149.9, expirationDate: '1893465015700', webhook: true });
    expect(stub.requests[0]?.headers['Authorization']).to.equal('token-1');
  });

  it('reads both sets of names', async () => {
    stub.reply(
      json(200, described),
      json(200, { id: 9, text: '000201…', number: 7 }),
      json(200, { id: 'pix-2', text: '000201…', number: null }),
    );
    const { client } = createTestClient();
    expect(await client.generatePixQrCode(charge)).to.deep.equal({
      chargeId: 'pix-1',
      brCode: '000201…',
      number: 7,
      expiresAt: charge.expiresAt,
    });
    expect(await client.generatePixQrCode(charge)).to.deep.equal({
      chargeId: '9',
      brCode: '000201…',
      number: 7,
      expiresAt: charge.expiresAt,
    });
    expect(await client.generatePixQrCode(charge)).to.deep.equal({ chargeId: 'pix-2', brCode: '000201…', expiresAt: charge.expiresAt });
  });

  it('reads names of both sets in one answer', async () => {
    const answers = [
      { qrCodeId: 'pix-1', text: '000201…', number: 7 },
      { id: 'pix-1', textQrCode: '000201…', qrCodeNumber: 7 },
      { qrCodeId: null, id: 'pix-1', textQrCode: '', text: '000201…', qrCodeNumber: '7', number: 7 },
      { ...described, id: 'other', text: 'other', number: 8 },
    ];
    stub.reply(...answers.map((answer) => json(200, answer)));
    const { client } = createTestClient();
    for (const answer of answers) {
      const created = await client.generatePixQrCode(charge);
      expect(created, JSON.stringify(answer)).to.deep.equal({
        chargeId: 'pix-1',
        brCode: '000201…',
        number: 7,
        expiresAt: charge.expiresAt,
      });
    }
  });

  it("does not read by the profile's readPix what a relay of the own origin has read", async () => {
    const readPix = (): { chargeId: string; brCode: string } => {
      throw new Error('another shape');
    };
    const read = (options: object): Promise<unknown> =>
      createTestClient({ profile: { readPix }, ...options }).client.generatePixQrCode(charge);
    stub.reply(json(200, described, { 'Balcao-Outcome': 'created' }));
    expect(await read({ baseUrl: '/relay' })).to.have.property('chargeId', 'pix-1');
    expect(await codeOf(read({}))).to.equal('bad-response');
  });

  it("reads other shapes by the profile's readPix, whose result is checked", async () => {
    stub.reply(json(200, { data: { ref: 'pix-9', emv: '000201…' } }));
    const read = (readPix: NonNullable<ServiceProfile['readPix']>): Promise<unknown> =>
      createTestClient({ profile: { readPix } }).client.generatePixQrCode(charge);
    const bodies: unknown[] = [];
    const created = await read((body) => {
      bodies.push(body);
      return { chargeId: 'pix-9', brCode: '000201…', number: NaN };
    });
    expect(created).to.deep.equal({ chargeId: 'pix-9', brCode: '000201…', expiresAt: charge.expiresAt });
    expect(bodies).to.deep.equal([{ data: { ref: 'pix-9', emv: '000201…' } }]);
    const nonsense: unknown[] = [
      null,
      'x',
      {},
      { chargeId: '', brCode: 'x' },
      { chargeId: 7, brCode: 'x' },
      { chargeId: 'x' },
      Promise.resolve({}),
      undefined,
    ];
    // @ts-expect-error: a shop that writes JavaScript may answer anything
    for (const value of nonsense) expect(await codeOf(read(() => value)), String(value)).to.equal('bad-response');
    const throwing = read(() => {
      throw new Error('000201');
    });
    expect(await codeOf(throwing)).to.equal('bad-response');
    stub.reply(json(200, described));
    expect(await read(() => undefined)).to.have.property('chargeId', 'pix-1');
    stub.reply(json(200, { ...described, success: false }));
    expect(await codeOf(read(() => ({ chargeId: 'a', brCode: 'b' })))).to.equal('invalid-request');
  });

  it('says how long to wait after 429 and 503, two minutes at most', async () => {
    const wait = (seconds: string): Record<string, string> => ({ 'Retry-After': seconds });
    stub.reply(json(429, {}, wait('7')), json(503, {}, wait('9')), json(503, {}, wait('86400')), json(503, {}), json(500, {}, wait('9')));
    const { client } = createTestClient();
    const waits: unknown[] = [];
    for (let time = 0; time < 5; time += 1) {
      const error: unknown = await client.generatePixQrCode(charge).catch((reason: unknown) => reason);
      waits.push(isCheckoutError(error) && [error.code, error.retryAfterMs]);
    }
    expect(waits).to.deep.equal([
      ['rate-limited', 7000],
      ['server', 9000],
      ['server', 120_000],
      ['server', undefined],
      ['server', undefined],
    ]);
  });

  it('rejects an answer without identifier or code, and input that breaks a rule', async () => {
    stub.reply(json(200, { qrCodeId: 'a' }), json(200, { ...described, success: false }), text(200, '<p>'));
    const { client } = createTestClient();
    expect(await codeOf(client.generatePixQrCode(charge))).to.equal('bad-response');
    expect(await codeOf(client.generatePixQrCode(charge))).to.equal('invalid-request');
    expect(await codeOf(client.generatePixQrCode(charge))).to.equal('bad-response');
    expect(await codeOf(client.generatePixQrCode({ ...charge, amount: 1.999 }))).to.equal('invalid-input');
    expect(await codeOf(client.generatePixQrCode({ ...charge, expiresAt: NaN }))).to.equal('invalid-input');
    expect(stub.requests.length).to.equal(3);
  });
});

describe('getPixStatus', () => {
  let stub: FetchStub;
  const warnings: string[] = [];
  const { warn } = console;
  beforeEach(() => {
    warnings.length = 0;
    console.warn = (...words: unknown[]) => void warnings.push(words.join(' '));
    stub = new FetchStub();
    stub.reply(json(200, { status: 'PAGO' }));
  });
  afterEach(() => {
    stub.restore();
    console.warn = warn;
  });

  it('asks by GET below the default path, the identifier encoded', async () => {
    expect(await createTestClient().client.getPixStatus('a/b')).to.deep.equal({ status: 'paid' });
    const [request] = stub.requests;
    expect([request?.init.method, request?.url]).to.deep.equal(['GET', 'https://payments.example/v1/pix/qrCode/a%2Fb']);
    expect(request?.headers).to.deep.equal({ Accept: 'application/json', Authorization: 'Bearer token-1' });
  });

  it('says what arrived, where the answer does', async () => {
    stub.reply(
      json(200, { status: 'PAGO', paidAmount: 149.9 }),
      json(200, { status: 'PAGO', paidAmount: '100.00' }),
      json(200, { status: 'PAGO', paidAmount: 'tudo' }),
    );
    const { client } = createTestClient();
    expect(await client.getPixStatus('a')).to.deep.equal({ status: 'paid', paidAmount: '149.90' });
    expect(await client.getPixStatus('a')).to.deep.equal({ status: 'paid', paidAmount: '100.00' });
    expect(await client.getPixStatus('a')).to.deep.equal({ status: 'paid', paidAmount: 'unclear' });
  });

  it('says what each payment of one charge brought, where it was paid more than once', async () => {
    const answers = [['149.90', '149.90'], [149.9, 'tudo', null], ['100.00'], []];
    stub.reply(...answers.map((paidAmounts) => json(200, { status: 'PAGO', paidAmount: '7.00', paidAmounts })));
    const { client } = createTestClient();
    expect(await client.getPixStatus('a')).to.deep.equal({ status: 'paid', paidAmount: '149.90', furtherAmounts: ['149.90'] });
    expect(await client.getPixStatus('a')).to.deep.equal({ status: 'paid', paidAmount: '149.90', furtherAmounts: ['unclear', 'unclear'] });
    expect(await client.getPixStatus('a')).to.deep.equal({ status: 'paid', paidAmount: '100.00' });
    expect(await client.getPixStatus('a')).to.deep.equal({ status: 'paid', paidAmount: '7.00' });
  });

  it('is unknown where the answer names another charge', async () => {
    const others = ['id', 'qrCodeId', 'chargeId'].map((field) => json(200, { status: 'PAGO', paidAmount: 9, [field]: 'b' }));
    stub.reply(...others, json(200, { status: 'PAGO', id: 7 }), json(200, { status: 'PAGO', id: 'a' }));
    const { client } = createTestClient();
    for (let time = 0; time < 4; time += 1) expect(await client.getPixStatus('a')).to.deep.equal({ status: 'unknown' });
    expect(await client.getPixStatus('a')).to.deep.equal({ status: 'paid' });
  });

  it('leaves an id alone where the profile reads the answer', async () => {
    stub.reply(json(200, { state: 'done', id: 'tx-1' }), json(200, { state: 'done', chargeId: 'b' }));
    const { client } = createTestClient({ profile: { pixStatus: { read: () => 'paid' } } });
    expect((await client.getPixStatus('a')).status).to.equal('paid');
    expect((await client.getPixStatus('a')).status).to.equal('unknown');
  });

  it('is unknown for words that nobody knows and for success alone', async () => {
    stub.reply(json(200, { status: 'whatever' }), json(200, { success: true, message: 'PAGO' }), json(200, ['PAID']), json(200, 'PAID'));
    const { client } = createTestClient();
    for (let time = 0; time < 4; time += 1) expect((await client.getPixStatus('a')).status).to.equal('unknown');
  });

  it('rejects with a word for each status, so that the asking can stop or wait', async () => {
    stub.reply(text(403, ''), text(404, ''), text(405, ''), json(429, {}, { 'Retry-After': '5' }), text(500, ''), text(200, '<p>'));
    const { client } = createTestClient();
    const codes: unknown[] = [];
    for (let time = 0; time < 6; time += 1) codes.push(await codeOf(client.getPixStatus('a')));
    expect(codes).to.deep.equal(['forbidden', 'not-found', 'not-found', 'rate-limited', 'server', 'bad-response']);
  });

  it("asks and reads by the profile's own functions, and needs no token for it", async () => {
    const seen: unknown[] = [];
    const { client } = createTestClient({
      getToken: () => Promise.reject(new Error('asked')),
      profile: { pixStatus: { query: async (id) => ({ id, x: 1 }), read: (body) => (seen.push(body), 'expired') } },
    });
    expect(await client.getPixStatus('a')).to.deep.equal({ status: 'expired' });
    expect([seen, stub.requests.length]).to.deep.equal([[{ id: 'a', x: 1 }], 0]);
  });

  it('is unknown when the reading throws or answers nonsense', async () => {
    // @ts-expect-error: a shop that writes JavaScript may answer anything
    const nonsense = createTestClient({ profile: { pixStatus: { read: () => 'PAGO' } } });
    const throwing = createTestClient({ profile: { pixStatus: { read: () => { throw new Error('no'); } } } }); // prettier-ignore
    expect((await nonsense.client.getPixStatus('a')).status).to.equal('unknown');
    expect((await throwing.client.getPixStatus('a')).status).to.equal('unknown');
  });

  it("reads the words of the profile's system", async () => {
    stub.reply(json(200, { status: 'RECEIVED' }));
    expect((await createTestClient({ profile: { pixStatus: { system: 'asaas' } } }).client.getPixStatus('a')).status).to.equal('paid');
  });

  it("reads Balcão's words in what the profile's query returns, and none but the system's in what the service responds", async () => {
    stub.reply(json(200, { status: 'paid' }));
    const statusOf = async (more: NonNullable<ServiceProfileInput['pixStatus']>): Promise<string> =>
      (await createTestClient({ profile: { pixStatus: { system: 'celcoin', ...more } } }).client.getPixStatus('a')).status;
    expect(await statusOf({ query: async () => ({ status: 'paid' }) })).to.equal('paid');
    expect(await statusOf({ query: async () => ({ status: 'CONFIRMED' }) })).to.equal('paid');
    expect(await statusOf({})).to.equal('unknown');
  });

  it('says once per word in the console that a status could not be read, and by what, without secrets', async () => {
    const { client } = createTestClient({ profile: { pixStatus: { system: 'woovi' } } });
    const reader = createTestClient({ profile: { pixStatus: { read: () => 'unknown' } } });
    const settled = json(200, { status: 'SETTLED', note: 'private' });
    stub.reply(
      settled,
      settled,
      json(200, { state: '4111 1111 1111 1111' }),
      json(200, { code: 7 }),
      json(200, { status: 'unknown' }),
      json(200, { status: 'COMPLETED' }),
      settled,
    );
    for (let time = 0; time < 6; time += 1) await client.getPixStatus('a');
    await reader.client.getPixStatus('a');
    expect(warnings).to.deep.equal([
      'Balcão: the status of a Pix charge could not be read: status "SETTLED". Check profile.pixStatus.system ("woovi") or profile.pixStatus.read.',
      'Balcão: the status of a Pix charge could not be read: state "••••". Check profile.pixStatus.system ("woovi") or profile.pixStatus.read.',
      'Balcão: the status of a Pix charge could not be read: no word in status, situacao, state. Check profile.pixStatus.system ("woovi") or profile.pixStatus.read.',
      'Balcão: the status of a Pix charge could not be read: status "SETTLED". Check profile.pixStatus.read.',
    ]);
  });

  it('ends after 15 seconds, also in the query of the profile', async () => {
    let isAborted = false;
    const { client, clock } = createTestClient({
      profile: {
        pixStatus: {
          query: (_, signal) =>
            new Promise(() => {
              signal.addEventListener('abort', () => (isAborted = true));
            }),
        },
      },
    });
    const code = codeOf(client.getPixStatus('a'));
    await clock.advance(15_000);
    expect([await code, isAborted]).to.deep.equal(['timeout', true]);
    stub.reply(new HeldReply().reply);
    const other = createTestClient();
    const late = codeOf(other.client.getPixStatus('a'));
    await other.clock.advance(15_000);
    expect([await late, stub.requests.at(-1)?.init.signal?.aborted]).to.deep.equal(['timeout', true]);
  });
});

describe('now()', () => {
  let stub: FetchStub;
  beforeEach(() => (stub = new FetchStub()));
  afterEach(() => stub.restore());

  it("is the device's clock until the server tells the time", async () => {
    stub.reply(json(200, { status: 'PAGO' }));
    const { client, clock } = createTestClient({ getToken: () => ({ token: 'a', now: 1_800_000_000_000 }) });
    expect(client.now()).to.equal(clock.now());
    expect(client.isTimeKnown?.()).to.equal(false);
    await client.getPixStatus('a');
    await clock.advance(500);
    expect(client.now()).to.equal(1_800_000_000_500);
    expect(client.isTimeKnown?.()).to.equal(true);
  });

  it('takes the Date header of the own origin', async () => {
    stub.reply(json(200, { status: 'PAGO' }, { Date: 'Fri, 15 Jan 2027 08:00:00 GMT' }));
    const { client } = createTestClient({ baseUrl: '/relay' });
    await client.getPixStatus('a');
    expect(client.now()).to.equal(1_800_000_000_000);
  });
});
