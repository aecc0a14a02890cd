import { expect } from '@open-wc/testing';
import { createMemory, createSandbox, signInClient, type Sandbox } from '../../../src/sandbox/index.js';
import { FakeClock } from '../../support/fake-clock.js';

const BASE = 'https://pagamentos.example/';
const RETURN_TO = 'https://loja.example/shop/connected';

/** RFC 7636, appendix B. */
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

type Changes = Readonly<Record<string, string | undefined>>;

/** The fields that are not `undefined`. */
function toForm(fields: Changes): URLSearchParams {
  return new URLSearchParams(Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

function authorize(sandbox: Sandbox, changes: Changes = {}, decision?: string): Promise<Response> {
  const query = toForm({
    response_type: 'code',
    client_id: signInClient.clientId,
    redirect_uri: RETURN_TO,
    state: 'a state',
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
    ...changes,
  });
  const body = decision === undefined ? {} : { method: 'POST', body: toForm({ decision }) };
  return sandbox(new Request(`${BASE}auth/authorize?${query.toString()}`, body));
}

function readReturn(response: Response): URL {
  expect(response.status).to.equal(303);
  return new URL(response.headers.get('Location') ?? '');
}

async function getCode(sandbox: Sandbox): Promise<string> {
  return readReturn(await authorize(sandbox, { auto: '1' })).searchParams.get('code') ?? '';
}

interface TokenAnswer {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

async function post(sandbox: Sandbox, path: string, fields: Changes, headers: Record<string, string> = {}): Promise<TokenAnswer> {
  const response = await sandbox(new Request(`${BASE}${path}`, { method: 'POST', body: toForm(fields), headers }));
  return { status: response.status, headers: response.headers, body: await response.json() };
}

function exchange(sandbox: Sandbox, code: string, changes: Changes = {}, headers: Record<string, string> = {}): Promise<TokenAnswer> {
  const fields = { grant_type: 'authorization_code', code, redirect_uri: RETURN_TO, code_verifier: VERIFIER, ...signInForm, ...changes };
  return post(sandbox, 'auth/token', fields, headers);
}

const signInForm = { client_id: signInClient.clientId, client_secret: signInClient.clientSecret };

function refresh(sandbox: Sandbox, token: unknown, changes: Changes = {}): Promise<TokenAnswer> {
  return post(sandbox, 'auth/refresh', { grant_type: 'refresh_token', refresh_token: String(token), ...signInForm, ...changes });
}

/** What an operation that wants a token answers to this one: 404 where the token is good. */
async function useToken(sandbox: Sandbox, token: unknown): Promise<number> {
  return (await sandbox(new Request(`${BASE}pix/qrCode/none`, { headers: { Authorization: `Bearer ${String(token)}` } }))).status;
}

describe('sandbox: login', () => {
  const logIn = (sandbox: Sandbox, body: unknown, type = 'application/json') =>
    sandbox(
      new Request(`${BASE}auth/login`, {
        method: 'POST',
        headers: { 'Content-Type': type, Origin: 'https://loja.example' },
        body: JSON.stringify(body),
      }),
    );

  it('answers a token that is good for every operation, to no page of another origin', async () => {
    const sandbox = createSandbox();
    const response = await logIn(sandbox, signInClient);
    expect(response.headers.has('Access-Control-Allow-Origin')).to.equal(false);
    const body = await response.json();
    expect(body).to.include({ expiresIn: 900, environment: 'sandbox' });
    expect(await useToken(sandbox, body.token)).to.equal(404);
  });

  it('refuses another client, other fields and another content type', async () => {
    const sandbox = createSandbox();
    expect((await logIn(sandbox, { ...signInClient, clientSecret: 'x' })).status).to.equal(401);
    expect((await logIn(sandbox, { user: 'x' })).status).to.equal(400);
    expect((await logIn(sandbox, signInClient, 'text/plain')).status).to.equal(415);
    expect((await sandbox(new Request(`${BASE}auth/login`))).headers.get('Allow')).to.equal('POST');
  });

  it('has faults as every operation', async () => {
    const sandbox = createSandbox();
    sandbox.fault('login', '429', { retryAfter: 7 });
    sandbox.fault('login', 'html');
    expect((await logIn(sandbox, signInClient)).headers.get('Retry-After')).to.equal('7');
    expect((await logIn(sandbox, signInClient)).headers.get('Content-Type')).to.match(/^text\/html/);
    expect((await logIn(sandbox, signInClient)).status).to.equal(200);
  });
});

describe('sandbox: authorize', () => {
  it('asks a person, on a page without scripts, who the shop is shown by its address alone', async () => {
    const response = await authorize(createSandbox(), { redirect_uri: 'https://loja.example/"><script>/back' });
    const html = await response.text();
    expect(response.status).to.equal(200);
    expect(html).to.contain('<strong>loja.example</strong>').and.not.to.contain('<script');
    expect(response.headers.get('Content-Security-Policy')).to.equal(
      "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self' https://loja.example",
    );
  });

  it('sends the browser back with what the person decided, and with the state', async () => {
    const sandbox = createSandbox();
    const { origin, pathname, searchParams } = readReturn(await authorize(sandbox, {}, 'approve'));
    expect(origin + pathname).to.equal(RETURN_TO);
    expect(searchParams.get('state')).to.equal('a state');
    expect(searchParams.get('code')).to.match(/^[\da-f]{32}$/);
    const denied = readReturn(await authorize(sandbox, {}, 'deny')).searchParams;
    expect([denied.get('error'), denied.get('state'), denied.get('code')]).to.deep.equal(['access_denied', 'a state', null]);
  });

  it('asks nobody where that is planned, or asked for', async () => {
    const sandbox = createSandbox();
    for (const plan of ['approve', 'wrong-state', 'deny'] as const) sandbox.planSignIn(plan);
    expect(readReturn(await authorize(sandbox)).searchParams.get('error')).to.equal('access_denied');
    const wrong = readReturn(await authorize(sandbox)).searchParams;
    expect(wrong.get('state')).to.match(/^[\da-f]{16}$/);
    expect((await authorize(sandbox)).status).to.equal(200);
    sandbox.planSignIn('approve');
    sandbox.clearFaults();
    expect((await authorize(sandbox)).status).to.equal(200);
  });

  it('sends nobody to an address that is not good, or for another client', async () => {
    for (const changes of [
      { redirect_uri: 'http://loja.example/back' },
      { redirect_uri: 'javascript:alert(1)' },
      { redirect_uri: `${RETURN_TO}#part` },
      { redirect_uri: undefined },
      { client_id: 'another' },
    ]) {
      const response = await authorize(createSandbox(), { auto: '1', ...changes });
      expect([response.status, response.headers.get('Location')], JSON.stringify(changes)).to.deep.equal([400, null]);
    }
  });

  it('wants PKCE by S256', async () => {
    for (const changes of [{ code_challenge: undefined }, { code_challenge_method: 'plain' }, { response_type: 'token' }]) {
      const { searchParams } = readReturn(await authorize(createSandbox(), { auto: '1', ...changes }));
      expect(searchParams.get('error'), JSON.stringify(changes)).to.equal('invalid_request');
    }
  });
});

describe('sandbox: token', () => {
  it('exchanges a code for tokens, one of which is good for every operation', async () => {
    const sandbox = createSandbox();
    const { status, headers, body } = await exchange(sandbox, await getCode(sandbox));
    expect(status).to.equal(200);
    expect(headers.get('Cache-Control')).to.equal('no-store');
    expect(body)
      .to.include({ token_type: 'Bearer', expires_in: 900 })
      .and.to.have.keys('access_token', 'token_type', 'expires_in', 'refresh_token');
    expect(await useToken(sandbox, body['access_token'])).to.equal(404);
  });

  it('knows its client by HTTP Basic too, and without a secret', async () => {
    const sandbox = createSandbox();
    const none = { client_id: undefined, client_secret: undefined };
    const basic = (secret: string) => ({ Authorization: `Basic ${btoa(`${signInClient.clientId}:${secret}`)}` });
    expect((await exchange(sandbox, await getCode(sandbox), none, basic(signInClient.clientSecret))).status).to.equal(200);
    expect((await exchange(sandbox, await getCode(sandbox), { client_secret: undefined })).status).to.equal(200);
    for (const answer of [
      await exchange(sandbox, await getCode(sandbox), none, basic('x')),
      await exchange(sandbox, await getCode(sandbox), none),
      await exchange(sandbox, await getCode(sandbox), { client_secret: 'x' }),
    ]) {
      expect([answer.status, answer.body['error']]).to.deep.equal([401, 'invalid_client']);
    }
  });

  it('takes a code with its own secret of PKCE and its own address, to the letter', async () => {
    const sandbox = createSandbox();
    const code = await getCode(sandbox);
    for (const changes of [{ code_verifier: `${VERIFIER}x` }, { redirect_uri: `${RETURN_TO}/` }, { code: 'another' }]) {
      const { status, body } = await exchange(sandbox, code, changes);
      expect([status, body['error']], JSON.stringify(changes)).to.deep.equal([400, 'invalid_grant']);
    }
    expect((await exchange(sandbox, code, { grant_type: 'password' })).body['error']).to.equal('unsupported_grant_type');
    expect((await exchange(sandbox, code, { code_verifier: undefined })).body['error']).to.equal('invalid_request');
    expect((await exchange(sandbox, code, {}, { 'Content-Type': 'application/json' })).body['error']).to.equal('invalid_request');
    expect((await exchange(sandbox, code)).status).to.equal(200);
  });

  it('takes a code once: its second use revokes what came of the first', async () => {
    const sandbox = createSandbox();
    const code = await getCode(sandbox);
    const { body } = await exchange(sandbox, code);
    expect((await exchange(sandbox, code)).body['error']).to.equal('invalid_grant');
    expect(await useToken(sandbox, body['access_token'])).to.equal(401);
    expect((await refresh(sandbox, body['refresh_token'])).status).to.equal(400);
  });

  it('takes a code for a minute, and for less where that is planned', async () => {
    const clock = new FakeClock();
    const sandbox = createSandbox({ clock });
    const [quick, slow, planned] = [await getCode(sandbox), await getCode(sandbox), await getCode(sandbox)];
    clock.tick(59_999);
    sandbox.planSignIn('expired-code');
    expect((await exchange(sandbox, planned)).body['error']).to.equal('invalid_grant');
    expect((await exchange(sandbox, quick)).status).to.equal(200);
    clock.tick(1);
    expect((await exchange(sandbox, slow)).body['error']).to.equal('invalid_grant');
  });
});

describe('sandbox: refresh', () => {
  const open = async (sandbox: Sandbox) => (await exchange(sandbox, await getCode(sandbox))).body;

  it('gives a new refresh token for each one', async () => {
    const sandbox = createSandbox();
    const first = await open(sandbox);
    const { body: second } = await refresh(sandbox, first['refresh_token']);
    const { body: third, status } = await refresh(sandbox, second['refresh_token']);
    expect(status).to.equal(200);
    expect(new Set([first, second, third].map((body) => body['refresh_token'])).size).to.equal(3);
    expect(await useToken(sandbox, third['access_token'])).to.equal(404);
  });

  it('revokes all that came of a sign-in where a used refresh token comes again, and nothing of another', async () => {
    const sandbox = createSandbox();
    const [first, other] = [await open(sandbox), await open(sandbox)];
    const { body: second } = await refresh(sandbox, first['refresh_token']);
    expect((await refresh(sandbox, first['refresh_token'])).body['error']).to.equal('invalid_grant');
    expect((await refresh(sandbox, second['refresh_token'])).body['error']).to.equal('invalid_grant');
    expect(await useToken(sandbox, second['access_token'])).to.equal(401);
    expect((await refresh(sandbox, other['refresh_token'])).status).to.equal(200);
  });

  it('plays a replay that nobody made, as 400 or with a challenge', async () => {
    for (const [plan, expected] of [
      ['replayed-refresh', 400],
      ['challenged-refresh', 401],
    ] as const) {
      const sandbox = createSandbox();
      const first = await open(sandbox);
      sandbox.planSignIn(plan);
      const { status, body, headers } = await refresh(sandbox, first['refresh_token']);
      expect([status, body['error']]).to.deep.equal([expected, 'invalid_grant']);
      expect(headers.has('WWW-Authenticate')).to.equal(expected === 401);
      expect(await useToken(sandbox, first['access_token'])).to.equal(401);
    }
  });

  it('leaves the old refresh token good where it gives no new one', async () => {
    const sandbox = createSandbox();
    const first = await open(sandbox);
    sandbox.planSignIn('no-refresh-token');
    expect((await refresh(sandbox, first['refresh_token'])).body).not.to.have.property('refresh_token');
    sandbox.planSignIn('null-refresh-token');
    expect((await refresh(sandbox, first['refresh_token'])).body['refresh_token']).to.equal(null);
    expect((await refresh(sandbox, first['refresh_token'])).body['refresh_token']).to.be.a('string');
  });

  it('uses the token up where its answer is lost', async () => {
    const sandbox = createSandbox();
    const first = await open(sandbox);
    sandbox.fault('refresh', '503-after-charge');
    expect((await refresh(sandbox, first['refresh_token'])).status).to.equal(503);
    expect((await refresh(sandbox, first['refresh_token'])).body['error']).to.equal('invalid_grant');
  });

  it('goes on in a sandbox with the same memory', async () => {
    const memory = createMemory();
    const first = await open(createSandbox({ memory }));
    const next = createSandbox({ memory: structuredClone(memory) });
    expect((await refresh(next, first['refresh_token'])).status).to.equal(200);
    expect((await refresh(next, first['refresh_token'])).status).to.equal(400);
  });
});

describe('sandbox: planning sign-ins over HTTP', () => {
  it('takes the plans that help names, and no other', async () => {
    const sandbox = createSandbox();
    const plan = (body: unknown) => sandbox(new Request(`${BASE}__sandbox/sign-in`, { method: 'POST', body: JSON.stringify(body) }));
    const { signIn } = await (await sandbox(new Request(`${BASE}__sandbox/help`))).json();
    for (const name of Object.keys(signIn)) expect((await plan({ plan: name })).status, name).to.equal(200);
    expect(readReturn(await authorize(sandbox)).searchParams.get('error')).to.equal('access_denied');
    for (const name of ['nobody', 'toString', undefined]) expect((await plan({ plan: name })).status).to.equal(400);
  });
});
