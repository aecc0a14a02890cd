import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { memoryLedger } from '../../../../src/server/ledger/memory-ledger.ts';
import { oauthTokens } from '../../../../src/server/tokens/oauth/oauth-tokens.ts';
import { need } from '../token-needs.mjs';
import { approve, ORIGIN, startOauthWorld } from './oauth-shop.mjs';

describe('connecting the shop with the service', () => {
  let world;
  before(async () => {
    world = await startOauthWorld();
  });
  after(() => world.close());

  /** A page that says why nothing was connected, and holds nothing of the request. */
  async function assertFault(response, pattern) {
    const html = await response.text();
    assert.equal(response.status, 400);
    assert.match(html, pattern);
    assert.match(response.headers.get('Content-Security-Policy'), /^default-src 'none'; base-uri 'none'; frame-ancestors 'none'/);
    assert.doesNotMatch(html, /[\da-f]{16}|<script|sandbox\./);
  }

  it('goes to the service and back, and the shop has tokens then', async () => {
    const { provider, browser, requests } = world.openShop({ options: { scope: 'pix charges' } });
    const clerk = browser();
    assert.equal(await provider.health(), 'disconnected');
    await assert.rejects(provider.getToken(need()), { code: 'token-source', message: /sign in at \/shop\/connect/ });
    const begun = await clerk.visit('connect');
    assert.equal(begun.status, 303);
    const { searchParams, pathname } = new URL(begun.headers.get('Location'));
    assert.match(pathname, /\/auth\/authorize$/);
    assert.equal(searchParams.get('response_type'), 'code');
    assert.equal(searchParams.get('code_challenge_method'), 'S256');
    assert.equal(searchParams.get('redirect_uri'), `${ORIGIN}/shop/connected`);
    assert.equal(searchParams.get('scope'), 'pix charges');
    const done = await clerk.visit(await approve(begun.headers.get('Location')));
    assert.equal(done.status, 303);
    assert.equal(done.headers.get('Location'), `${ORIGIN}/`);
    assert.equal(await provider.health(), 'ready');
    const { token, expiresAt } = await provider.getToken(need());
    assert.match(token, /^sandbox\./);
    assert.equal(expiresAt, world.clock.at + 900_000);
    assert.equal(requests('token').length, 1);
    assert.equal(requests('refresh').length, 0);
  });

  it('asks for consent where it asks for offline access, which OpenID grants with consent alone', async () => {
    const begin = async (scope) => {
      const begun = await world.openShop({ options: { scope } }).browser().visit('connect');
      return new URL(begun.headers.get('Location')).searchParams.get('prompt');
    };
    assert.equal(await begin('openid offline_access charges'), 'consent');
    assert.equal(await begin('openid my_offline_access'), null);
    assert.equal(await begin('pix charges'), null);
  });

  it('ties a sign-in to a cookie that no script and no other site can use, for ten minutes', async () => {
    const [cookie] = (await world.openShop().browser().visit('connect')).headers.getSetCookie();
    assert.match(cookie, /^__Host-balcao-sign-in=[\da-f]{64}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
    const origin = 'http://localhost:5173';
    const [local] = (await world.openShop({ origin }).browser().visit('connect')).headers.getSetCookie();
    assert.match(local, /^balcao-sign-in=[\da-f]{64}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/);
  });

  it('is like no page for whoever may not, at both ends', async () => {
    const { browser, provider, requests } = world.openShop();
    const back = await browser().approve();
    for (const path of ['connect', back]) {
      const response = await browser({ isClerk: false }).visit(path);
      assert.equal(response.status, 404);
      assert.deepEqual(response.headers.getSetCookie(), []);
    }
    assert.equal(requests('token').length, 0);
    assert.equal(await provider.health(), 'disconnected');
  });

  it('is not for whoever a function allows with anything but true', async () => {
    for (const answer of [1, 'yes', {}, undefined]) {
      const { browser } = world.openShop({ options: { mayConnect: () => answer } });
      assert.equal((await browser().visit('connect')).status, 404, String(answer));
    }
  });

  it('does not exist without mayConnect', () => {
    /** @type {any} */
    const incomplete = { authUrl: 'https://auth.example', clientId: 'x', key: Buffer.alloc(32, 1).toString('base64') };
    assert.throws(() => oauthTokens(incomplete), {
      code: 'invalid-config',
      message: /mayConnect/,
    });
  });

  it('takes a state once', async () => {
    const { browser, requests } = world.openShop();
    const clerk = browser();
    const back = await clerk.approve();
    const { cookies } = clerk;
    const again = browser();
    again.cookies = new Map(cookies);
    assert.equal((await clerk.visit(back)).status, 303);
    await assertFault(await again.visit(back), /já foi usado/);
    assert.equal(requests('token').length, 1);
  });

  it('takes a state from the browser alone that began, and not from there again', async () => {
    const { browser, provider, requests } = world.openShop();
    const clerk = browser();
    const back = await clerk.approve();
    const other = browser();
    await other.visit('connect');
    const kept = new Map(other.cookies);
    await assertFault(await other.visit(back), /outro navegador/);
    assert.deepEqual(other.cookies, kept, "the other browser's own sign-in goes on");
    await assertFault(await browser().visit(back), /já foi usado/);
    await assertFault(await clerk.visit(back), /já foi usado/);
    assert.equal(requests('token').length, 0);
    assert.equal(await provider.health(), 'disconnected');
  });

  it('takes ten minutes at most', async () => {
    const { browser } = world.openShop();
    const [quick, slow] = [browser(), browser()];
    const starts = await Promise.all([quick, slow].map((each) => each.visit('connect')));
    world.clock.at += 599_999;
    assert.equal((await quick.visit(await approve(starts[0].headers.get('Location')))).status, 303);
    const back = await approve(starts[1].headers.get('Location'));
    world.clock.at += 1;
    await assertFault(await slow.visit(back), /dez minutos/);
  });

  it('takes no state but its own', async () => {
    const { browser, sandbox, requests } = world.openShop();
    sandbox.planSignIn('wrong-state');
    await assertFault(await browser().connect(), /não existe/);
    for (const query of ['', '?code=x', '?state=&code=x', '?state=a&state=b&code=x']) {
      await assertFault(await browser().visit(`connected${query}`), /não existe/);
    }
    const clerk = browser();
    const back = new URL(await clerk.approve());
    back.searchParams.append('code', 'another');
    await assertFault(await clerk.visit(back), /não concluiu/);
    assert.equal(requests('token').length, 0);
  });

  it('says that the clerk denied it, or that the service did not end it', async () => {
    const { browser, sandbox, provider, events } = world.openShop();
    sandbox.planSignIn('deny');
    await assertFault(await browser().connect(), /não foi autorizada/);
    sandbox.planSignIn('expired-code');
    await assertFault(await browser().connect(), /não concluiu/);
    for (const fault of ['500', '401', 'html', 'reset', '429']) {
      sandbox.fault('token', fault);
      await assertFault(await browser().connect(), /não concluiu/);
    }
    assert.equal(await provider.health(), 'disconnected');
    assert.ok(events.every(({ type, operation }) => type === 'failure' && operation === 'connect'));
  });

  it('sends the code to the service with the secret of PKCE and the very address that it began with', async () => {
    const { browser, requests } = world.openShop();
    await browser().connect();
    const [{ body, headers }] = requests('token');
    const form = new URLSearchParams(body);
    assert.equal(form.get('redirect_uri'), `${ORIGIN}/shop/connected`);
    assert.match(form.get('code_verifier') ?? '', /^[\w-]{43,}$/);
    assert.match(headers.authorization, /^Basic /);
  });

  it('ends at a path of the own origin', async () => {
    const { browser } = world.openShop({ options: { returnPath: '/painel' } });
    assert.equal((await browser().connect()).headers.get('Location'), `${ORIGIN}/painel`);
    const { browser: open } = world.openShop();
    const done = await open().connect('connect?return=%2Fpainel%3Faba%3D2%23contas');
    assert.equal(done.headers.get('Location'), `${ORIGIN}/painel?aba=2#contas`);
  });

  it('begins nothing for a return to another origin', async () => {
    for (const path of [
      '//evil.example',
      '/\\evil.example',
      '\\\\evil.example',
      'https://evil.example',
      'painel',
      '/\t/evil.example',
      '',
      'javascript:x',
      '/a b',
      '/a\\b',
    ]) {
      const { browser, ledger } = world.openShop();
      const response = await browser().visit(`connect?return=${encodeURIComponent(path)}`);
      await assertFault(response, /não é desta loja/);
      assert.equal(response.headers.get('Location'), null);
      assert.equal(await ledger.readConnection('oauth'), undefined);
    }
    const key = Buffer.alloc(32, 1).toString('base64');
    const options = { authUrl: 'https://auth.example', clientId: 'x', key, mayConnect: () => true };
    assert.throws(() => oauthTokens({ ...options, returnPath: '//evil.example' }), { code: 'invalid-config' });
    assert.throws(() => oauthTokens({ ...options, connectPath: '../connect' }), { code: 'invalid-config' });
    assert.throws(() => oauthTokens({ ...options, authUrl: 'http://auth.example' }), { code: 'invalid-config' });
    assert.throws(() => oauthTokens({ ...options, key: 'secret' }), { code: 'invalid-config' });
  });

  /** A browser whose shop is connected, and which reads the question whether to replace that. */
  async function openQuestion() {
    const shop = world.openShop();
    const clerk = shop.browser();
    await clerk.connect();
    const { token } = await shop.provider.getToken(need());
    const response = await clerk.visit('connect?return=%2Fpainel');
    const html = await response.text();
    const form = Object.fromEntries([...html.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]));
    return { ...shop, clerk, token, response, html, form };
  }
  const FROM_PAGE = { Origin: ORIGIN };

  it('asks before another account takes the place of the one that is connected', async () => {
    const { provider, clerk, token, response, html, form } = await openQuestion();
    assert.equal(response.status, 200);
    assert.match(html, /Trocar a conta\?/);
    assert.match(response.headers.get('Content-Security-Policy'), /^default-src 'none';.*form-action 'self' https: http:\/\/127/);
    assert.equal((await provider.getToken(need())).token, token);
    const begun = await clerk.visit('connect', { method: 'POST', form, headers: FROM_PAGE });
    assert.equal(begun.status, 303);
    const done = await clerk.visit(await approve(begun.headers.get('Location')));
    assert.equal(done.headers.get('Location'), `${ORIGIN}/painel`);
    assert.notEqual((await provider.getToken(need())).token, token);
  });

  it("takes the answer from its own page alone, and with that page's cookie", async () => {
    const { clerk, browser, form } = await openQuestion();
    const post = (visitor, headers, fields = form) => visitor.visit('connect', { method: 'POST', form: fields, headers });
    await assertFault(await post(clerk, { Origin: 'https://evil.example' }), /não veio desta página/);
    await assertFault(await post(clerk, {}), /não veio desta página/);
    await assertFault(await post(clerk, { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' }), /não veio desta página/);
    await assertFault(await post(browser(), FROM_PAGE), /não veio desta página/);
    await assertFault(await post(clerk, FROM_PAGE, { ...form, proof: 'x' }), /não veio desta página/);
    await assertFault(await post(clerk, FROM_PAGE, { ...form, return: '//evil.example' }), /não é desta loja/);
    assert.equal((await post(browser({ isClerk: false }), FROM_PAGE)).status, 404);
    assert.equal((await post(clerk, FROM_PAGE)).status, 303);
  });

  it('replaces nothing that was connected after the sign-in began', async () => {
    const { browser, provider } = world.openShop();
    const [late, quick] = [browser(), browser()];
    const back = await late.approve();
    await quick.connect();
    const { token } = await provider.getToken(need());
    await assertFault(await late.visit(back), /outra pessoa conectou/);
    assert.equal((await provider.getToken(need())).token, token);
  });

  it('stores no secret that can be read, and tells none', async () => {
    const written = [];
    const ledger = memoryLedger();
    const watched = {
      ...ledger,
      addSignIn: (signIn) => {
        written.push(signIn);
        return ledger.addSignIn(signIn);
      },
    };
    const { browser, provider, events, sandbox, requests } = world.openShop({ ledger: watched });
    const clerk = browser();
    const back = await clerk.approve();
    const secret = clerk.cookies.get('__Host-balcao-sign-in');
    const done = await clerk.visit(back);
    const { token } = await provider.getToken(need());
    sandbox.fault('refresh', '500');
    await assert.rejects(provider.getToken(need({ rejected: token })));
    const { code, code_verifier: verifier } = Object.fromEntries(new URLSearchParams(requests('token')[0].body));
    const { refresh_token: refreshToken } = Object.fromEntries(new URLSearchParams(requests('refresh')[0].body));
    const state = new URL(back).searchParams.get('state');
    const text = JSON.stringify([written, await ledger.readConnection('oauth'), events, [...done.headers]]);
    for (const hidden of [token, refreshToken, code, verifier, state, secret, 'sandbox-shop-secret']) {
      assert.ok(hidden?.length > 10 && !text.includes(hidden), hidden);
    }
  });
});
