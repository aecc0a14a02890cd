import { expect } from '@open-wc/testing';
import { createTokenUrlSource } from '../../../src/client/tokens/token-url.js';
import { isCheckoutError } from '../../../src/domain/errors.js';
import type { TokenAnswer } from '../../../src/client/tokens/token.js';
import { broken, FetchStub, json, text } from '../support/fetch-stub.js';

describe('createTokenUrlSource', () => {
  let stub: FetchStub;
  beforeEach(() => (stub = new FetchStub()));
  afterEach(() => stub.restore());

  async function ask(url = 'https://shop.example/token'): Promise<TokenAnswer> {
    return createTokenUrlSource(url)({ purpose: 'pix', orderId: 'o-1', amount: '10.00', signal: new AbortController().signal });
  }

  async function messageOf(work: Promise<unknown>): Promise<string> {
    return work.then(
      () => '',
      (error: unknown) => (isCheckoutError(error) ? `${error.code}: ${error.message}` : 'another error'),
    );
  }

  it('posts what the token is for as JSON, without cookies to another origin', async () => {
    stub.reply(json(200, 'abc'));
    await ask();
    const [request] = stub.requests;
    expect(request?.body).to.deep.equal({ purpose: 'pix', orderId: 'o-1', amount: '10.00' });
    expect(request?.headers).to.deep.equal({ Accept: 'application/json', 'Content-Type': 'application/json' });
    expect(request?.init).to.include({ method: 'POST', credentials: 'omit', redirect: 'error' });
  });

  it("sends the shop's cookies to a path of the own origin", async () => {
    stub.reply(json(200, 'abc'));
    await ask('/shop/token?a=1');
    expect(stub.requests[0]?.url).to.equal(`${location.origin}/shop/token?a=1`);
    expect(stub.requests[0]?.init.credentials).to.equal('same-origin');
  });

  it('reads a token as JSON text, as plain text and as an object', async () => {
    const plain = { token: 'a.b.c' };
    stub.reply(
      json(200, 'a.b.c'),
      text(200, 'a.b.c\n', 'text/plain'),
      text(200, '12345', 'text/plain'),
      json(200, { ...plain, expiresIn: 9, environment: 'sandbox' }),
    );
    expect([await ask(), await ask(), await ask(), await ask()]).to.deep.equal([
      plain,
      plain,
      { token: '12345' },
      { ...plain, expiresIn: 9, environment: 'sandbox' },
    ]);
  });

  it('takes the time from the Date header of the own origin, unless the answer says it', async () => {
    const date = { Date: 'Tue, 14 Nov 2023 22:13:20 GMT' };
    stub.reply(json(200, 'abc', date), json(200, { token: 'abc', now: 1_800_000_000_000 }, date), json(200, 'abc', date));
    expect([await ask('/t'), await ask('/t'), await ask()]).to.deep.equal([
      { token: 'abc', now: 1_700_000_000_000 },
      { token: 'abc', now: 1_800_000_000_000 },
      { token: 'abc' },
    ]);
  });

  it('reads that the order is closed', async () => {
    stub.reply(text(409, ''), json(409, { closed: 'paid' }), json(200, { closed: 'closed' }));
    expect([await ask(), await ask(), await ask()]).to.deep.equal([{ closed: 'closed' }, { closed: 'paid' }, { closed: 'closed' }]);
  });

  it('reads that a payment of the order is under way, and the wait from the answer or its header', async () => {
    const header = { 'Retry-After': '20' };
    stub.reply(json(409, { closed: 'busy', retryAfter: 5 }, header), json(409, { closed: 'busy' }, header), json(200, { closed: 'busy' }));
    expect([await ask(), await ask(), await ask()]).to.deep.equal([
      { closed: 'busy', retryAfter: 5 },
      { closed: 'busy', retryAfter: 20 },
      { closed: 'busy' },
    ]);
  });

  it('says in words what is wrong with the endpoint', async () => {
    stub.reply(text(404, ''), text(403, ''), text(500, ''), text(200, ' <!doctype html>'), json(200, { tokem: 1 }), broken());
    expect(await messageOf(ask())).to.match(/^token-source: .*404.*address/);
    expect(await messageOf(ask())).to.match(/^token-source: .*403.*refuses/);
    expect(await messageOf(ask())).to.match(/^token-source: .*500/);
    expect(await messageOf(ask())).to.match(/^token-source: .*HTML/);
    expect(await messageOf(ask())).to.match(/^token-source: .*neither/);
    expect(await messageOf(ask())).to.match(/^token-source: .*CORS/);
  });

  it('says of a refusal in JSON that the endpoint was found', async () => {
    stub.reply(json(401, {}), json(403, { message: 'CSRF' }), json(404, {}), json(500, {}));
    for (const status of [401, 403, 404]) {
      const found = `The token endpoint answered ${status} (found, but it gives no token for this: the order, the session, a CSRF rule?).`;
      expect(await messageOf(ask())).to.equal(`token-source: ${found}`);
    }
    expect(await messageOf(ask())).to.equal('token-source: The token endpoint answered 500.');
  });

  it('leaves it to the page whether a service may call itself by a word of its own', async () => {
    stub.reply(json(200, { token: 'abc', environment: 'production' }));
    expect(await ask()).to.deep.equal({ token: 'abc', environment: 'production' });
  });

  it('names the field that makes a token of no use', async () => {
    stub.reply(json(200, { token: 'abc', expiresIn: '900' }));
    expect(await messageOf(ask())).to.equal('token-source: The token endpoint answered 200 and a token whose expiresIn cannot be used.');
  });

  it('refuses a URL that a token may not travel', () => {
    expect(() => createTokenUrlSource('http://shop.example/token')).to.throw(/tokenUrl/);
  });
});
