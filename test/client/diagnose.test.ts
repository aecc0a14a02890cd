import { expect } from '@open-wc/testing';
import { diagnoseService, type DiagnosisOptions } from '../../src/client/diagnose.js';
import { linesOf } from '../support/diagnosis-lines.js';
import type { Diagnosis } from '../../src/client/index.js';
import type { GetToken, TokenAnswer } from '../../src/client/tokens/token.js';
import { openRoom, type Room } from '../support/sandbox-room.js';
import { broken, FetchStub, json, text } from './support/fetch-stub.js';

describe('diagnoseService', () => {
  let room: Room;
  beforeEach(async () => (room = await openRoom()));

  async function diagnose(): Promise<string[]> {
    return linesOf(await diagnoseService({ baseUrl: room.baseUrl, tokenUrl: room.tokenUrl }));
  }

  it('finds nothing wrong with a sound setup, and moves no money to find out', async () => {
    const diagnosis = await diagnoseService({ baseUrl: room.baseUrl, tokenUrl: room.tokenUrl });
    expect(diagnosis.ok, linesOf(diagnosis).join('\n')).to.equal(true);
    expect(diagnosis.findings.map(({ check }) => check)).to.deep.equal(['settings', 'token', 'service', 'service']);
    const { requests } = await room.state();
    expect(requests.filter(({ method }) => method !== 'GET' && method !== 'OPTIONS')).to.deep.equal([]);
  });

  it('asks the token source alone where the service is not to be asked', async () => {
    const diagnosis = await diagnoseService({ baseUrl: room.baseUrl, tokenUrl: room.tokenUrl, isServiceAsked: false });
    expect(diagnosis.findings.map(({ check, ok }) => [check, ok])).to.deep.equal([
      ['settings', true],
      ['token', true],
    ]);
    expect((await room.state()).requests).to.deep.equal([]);
  });

  it('names a refused preflight', async () => {
    const stub = new FetchStub();
    // With the headers of a charge the browser asks first and is refused; unread, and without them, the service answers.
    stub.reply(broken(), text(200, ''), text(401, ''));
    const diagnosis = await diagnoseService({ baseUrl: 'https://payments.example/', getToken: () => 'abc' }).finally(() => stub.restore());
    expect(linesOf(diagnosis).at(-1)).to.match(/^bad service: .*refuses the preflight.*Authorization/);
    expect(stub.requests.map(({ init, headers }) => [init.mode, Object.keys(headers)])).to.deep.equal([
      ['cors', ['Accept', 'Authorization', 'Content-Type']],
      ['no-cors', []],
      ['cors', ['Accept']],
    ]);
  });

  for (const [what, idempotency, served, line] of [
    ['allows', { header: 'Idempotency-Key' }, 'header', /^ok service: .*preflight allows the header Idempotency-Key/],
    ['refuses', { header: 'Idempotency-Key' }, 'none', /^bad service: .*preflight refuses the header Idempotency-Key.*unconfirmed/],
    ['need not allow', { field: 'idempotencyKey' }, 'field', /^ok service: The service responds 404/],
  ] as const) {
    it(`says that the service ${what} the header of profile.idempotency, and charges nothing to find out`, async () => {
      await room.configure({ idempotency: served });
      const diagnosis = await diagnoseService({ baseUrl: room.baseUrl, tokenUrl: room.tokenUrl, profile: { idempotency } });
      expect(linesOf(diagnosis).at(-1)).to.match(line);
      expect(diagnosis.ok).to.equal(served !== 'none');
      const { requests, charges } = await room.state();
      expect(requests.filter(({ method }) => method !== 'GET')).to.deep.equal([]);
      expect(charges).to.deep.equal([]);
    });
  }

  it('warns that a browser may charge twice where there is no key, and claims nothing of a preflight that no page sees', async () => {
    const options = { baseUrl: room.baseUrl, tokenUrl: room.tokenUrl };
    const door = /^warning service: A browser may send a charge again by itself.*no page can see.*balcao doctor/;
    expect(linesOf(await diagnoseService(options)).at(-1)).to.match(door);
    for (const other of [{ profile: { idempotency: { field: 'key' } } }, { isCharging: false }, { purpose: 'card-token' as const }])
      expect(linesOf(await diagnoseService({ ...options, ...other })).filter((line) => door.test(line))).to.deep.equal([]);
    expect(linesOf(await diagnoseService({ baseUrl: room.relayUrl })).filter((line) => door.test(line))).to.deep.equal([]);
  });

  it('asks no preflight for the header on the own origin', async () => {
    const lines = linesOf(await diagnoseService({ baseUrl: room.relayUrl, profile: { idempotency: { header: 'Idempotency-Key' } } }));
    expect(lines.at(-1)).to.match(/^ok service: The service responds/);
  });

  it('names a missing CORS header', async () => {
    await room.configure({ cors: 'missing' });
    expect((await diagnose()).at(-1)).to.match(/^bad service: .*Access-Control-Allow-Origin/);
  });

  it('names a service that cannot be reached', async () => {
    const diagnosis = await diagnoseService({ baseUrl: 'http://127.0.0.1:1/', getToken: () => 'abc' });
    expect(linesOf(diagnosis).at(-1)).to.match(/^bad service: .*cannot be reached/);
  });

  it("names the page's policy", async () => {
    const wasBlocked = (url: string): boolean => url.startsWith('http://127.0.0.1:1/');
    const diagnosis = await diagnoseService({ baseUrl: 'http://127.0.0.1:1/', getToken: () => 'abc', wasBlocked });
    expect(linesOf(diagnosis).at(-1)).to.match(/^bad policy: .*connect-src/);
  });

  it('names a token that the service refuses', async () => {
    const diagnosis = await diagnoseService({ baseUrl: room.baseUrl, getToken: () => 'abc' });
    expect(linesOf(diagnosis).at(-1)).to.match(/^bad service: .*401/);
  });

  for (const [fault, words] of [
    ['500', /500/],
    ['html', /HTML/],
    ['garbage', /neither/],
    ['bad-token', /401|header/],
  ] as const) {
    it(`names a token endpoint that answers ${fault}`, async () => {
      await room.shop.fault('token', fault);
      expect((await diagnose()).filter((line) => line.startsWith('bad'))[0]).to.match(words);
    });
  }

  for (const [status, words] of [
    [401, /refuses this page/],
    [403, /refuses this page/],
    [404, /is its address right/],
  ] as const) {
    it(`takes ${status} in JSON for an endpoint that is there and gives no token for this, and without JSON for a fault`, async () => {
      const judge = async (reply: Parameters<FetchStub['reply']>[0], more: Partial<DiagnosisOptions> = {}): Promise<Diagnosis> => {
        const stub = new FetchStub();
        stub.reply(reply, json(503, {}));
        const options = { baseUrl: 'https://payments.example/', tokenUrl: '/shop/token', statusUrl: '/shop/status', ...more };
        return diagnoseService(options).finally(() => stub.restore());
      };
      const refused = await judge(json(status, {}), { orderId: '42' });
      expect(refused.ok).to.equal(true);
      expect(linesOf(refused)[1]).to.match(
        /^warning token: .*found, but it gives no token for this.*purpose "pix-status" and order "42"\..*not be checked\.$/,
      );
      expect(linesOf(refused)[1]).to.include(String(status)).and.to.not.match(words);
      expect(linesOf(refused).at(-1)).to.match(/^warning shop: status-url responds 503/);
      expect(linesOf(await judge(json(status, {})))[1]).to.match(/purpose "pix-status" without an order/);
      for (const body of ['<!doctype html>', 'Not found']) {
        const wrong = await judge(text(status, body));
        expect(wrong.ok, body).to.equal(false);
        expect(linesOf(wrong)[1])
          .to.match(/^bad token: /)
          .and.to.match(words);
      }
    });
  }

  it('asks for a token as a page would: of the order, or for cards alone', async () => {
    const asked: unknown[] = [];
    const { token } = await room.issueToken();
    const getToken: GetToken = ({ purpose, orderId }) => (asked.push([purpose, orderId]), token);
    for (const more of [{}, { orderId: '42' }, { purpose: 'card-token' as const }]) {
      const diagnosis = await diagnoseService({ baseUrl: room.baseUrl, getToken, ...more });
      expect(linesOf(diagnosis).filter((line) => line.startsWith('ok service: '))).to.have.length(1);
    }
    expect(asked).to.deep.equal([
      ['pix-status', undefined],
      ['pix-status', '42'],
      ['card-token', undefined],
    ]);
  });

  it('names an unknown system of status words, with those that there are', async () => {
    const lines = linesOf(
      await diagnoseService({ baseUrl: room.baseUrl, tokenUrl: room.tokenUrl, profile: { pixStatus: { system: 'Banco X' } } }),
    );
    expect(lines).to.have.length(1);
    expect(lines[0]).to.match(/^bad settings: profile\.pixStatus\.system cannot be used\. Its table has .*mercado pago, /);
  });

  describe('environment', () => {
    const judge = async (more: Partial<DiagnosisOptions>): Promise<string[]> =>
      linesOf(await diagnoseService({ baseUrl: room.baseUrl, tokenUrl: room.tokenUrl, ...more }));

    it('is said where the token says it, and refused where it is another', async () => {
      expect((await judge({}))[1]).to.equal('ok token: There is a token, of "sandbox" by its answer.');
      expect((await judge({ environment: 'sandbox' }))[1]).to.match(/^ok token: /);
      const { requests: before } = await room.state();
      const lines = await judge({ environment: 'live' });
      expect(lines.at(-1)).to.match(/^bad token: environment="live" does not fit the service: the token answer says "sandbox"\./);
      expect((await room.state()).requests).to.have.length(before.length);
      expect((await judge({ environment: 'live', profile: { environment: 'sandbox' } }))[0]).to.match(/^bad settings: environment="live"/);
    });

    it("is no concern of a page that sets none, whatever the token's service calls itself", async () => {
      const getToken = async (): Promise<TokenAnswer> => ({ ...(await room.issueToken()), environment: 'production' });
      const findings = await judge({ getToken });
      expect(findings[1]).to.equal('ok token: There is a token.');
      expect((await judge({ getToken, environment: 'live' })).at(-1)).to.match(
        /^bad token: environment="live" .* Correct its environment, or leave it out\.$/,
      );
    });

    it('is warned of where nobody says which service it is', async () => {
      const expected =
        'warning settings: environment="live" checks nothing: neither profile.environment nor the token answer says which service this is.';
      await room.configure({ environment: 'none' });
      const silent = await diagnoseService({ baseUrl: room.baseUrl, tokenUrl: room.tokenUrl, environment: 'live' });
      expect(linesOf(silent)[2]).to.equal(expected);
      expect(silent.ok).to.equal(true);
      expect(linesOf(await diagnoseService({ baseUrl: room.relayUrl, environment: 'live' }))[2]).to.equal(expected);
      expect(await judge({ environment: 'live', profile: { environment: 'live' } })).not.to.include(expected);
    });
  });

  it('names settings that cannot be used, and sends nothing', async () => {
    const lines = linesOf(await diagnoseService({ baseUrl: 'http://payments.example/', getToken: () => 'abc' }));
    expect(lines).to.have.length(1);
    expect(lines[0]).to.match(/^bad settings: baseUrl .*https:/);
  });

  it('names a missing token source, and needs none on the own origin', async () => {
    expect(linesOf(await diagnoseService({ baseUrl: room.baseUrl })).at(-1)).to.match(/^bad token: .*token-url/);
    const relayed = await diagnoseService({ baseUrl: room.relayUrl });
    expect(relayed.ok, linesOf(relayed).join('\n')).to.equal(true);
  });
});
