import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { afterEach, describe, it } from 'node:test';
import { parseTestCard } from '../../src/bin/doctor/card/tokenize.ts';
import { formatReportJson, formatReport } from '../../src/bin/doctor/report.ts';
import { runDoctor } from '../../src/bin/doctor/run-doctor.ts';
import { readPixStatus } from '../../src/domain/index.ts';
import { createRooms, createSandbox } from '../../src/sandbox/index.ts';
import { toNodeListener } from '../../src/sandbox/node.ts';
import { listen } from '../support/listen.mjs';

/** @typedef {Parameters<typeof runDoctor>[0]} DoctorOptions */

const TOKEN = 'kx7.f3c9a1d2b8e4.77aa10';
const CARD_NUMBER = '4111111111111111';

const JSON_TYPE = { 'Content-Type': 'application/json' };

const respond = (status, body, headers = {}) => new Response(JSON.stringify(body), { status, headers: { ...JSON_TYPE, ...headers } });
const page = (status) => new Response('<!doctype html><title>Loja</title>', { status, headers: { 'Content-Type': 'text/html' } });

describe('balcao doctor', () => {
  const closers = [];

  afterEach(async () => {
    for (const close of closers.splice(0)) await close();
  });

  /** Serves a fetch handler; `requests` are those that came. */
  async function serve(handler, { keepsConnections = false } = {}) {
    const requests = [];
    const listener = toNodeListener((request) => {
      requests.push({ method: request.method, path: new URL(request.url).pathname, authorization: request.headers.get('Authorization') });
      return handler(request);
    });
    const server = createServer((incoming, outgoing) => {
      if (!keepsConnections) outgoing.setHeader('Connection', 'close');
      void listener(incoming, outgoing);
    });
    const port = await listen(server);
    closers.push(() => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    });
    return { baseUrl: `http://127.0.0.1:${port}/`, requests };
  }

  /** A sandbox behind a server that may change requests and responses on their way. */
  async function serveSandbox({ variant = {}, change = (request, next) => next(request), keepsConnections = false } = {}) {
    const sandbox = createSandbox(variant);
    const { token } = sandbox.issueToken();
    const { baseUrl, requests } = await serve((request) => change(request, sandbox), { keepsConnections });
    return { sandbox, token, baseUrl, requests };
  }

  /**
   * Has the doctor examine a service.
   *
   * @param {Partial<Omit<DoctorOptions, 'baseUrl' | 'card'>> & { baseUrl: string, card?: string }} options `card`: as the environment has it.
   */
  const examine = ({ baseUrl, token = TOKEN, card, ...options }) => {
    const testCard = parseTestCard(card, new Date());
    assert.ok(testCard);
    return runDoctor({
      baseUrl: new URL(baseUrl),
      token,
      level: 'read',
      amountCents: 100,
      card: testCard,
      signal: new AbortController().signal,
      pollMs: 5,
      ...options,
    });
  };

  const find = (report, check, state) => report.findings.filter((finding) => finding.check === check && finding.state === state);
  const count = (requests, method, path) => requests.filter((request) => request.method === method && request.path === path).length;

  describe('reading', () => {
    it('sends nothing but GET and OPTIONS', async () => {
      const { baseUrl, token, requests } = await serveSandbox();
      const report = await examine({ baseUrl, token, origin: 'https://loja.example' });
      assert.ok(report.isOk);
      assert.ok(requests.length > 0 && requests.every(({ method }) => method === 'GET' || method === 'OPTIONS'));
    });

    it('says what cannot be known without --write', async () => {
      const { baseUrl, token } = await serveSandbox();
      const report = await examine({ baseUrl, token });
      for (const check of ['pix', 'tokenize', 'cors']) assert.equal(find(report, check, 'unknown').length, 1, check);
      assert.ok(report.todos.some((todo) => todo.includes('--write')));
      assert.ok(report.todos.some((todo) => todo.includes('--origin')));
    });

    for (const [deleteMethod, deleteId] of [
      ['POST', 'path'],
      ['DELETE', 'body'],
      ['DELETE', 'path'],
    ]) {
      it(`finds the deletion by ${deleteMethod} with the cardId in the ${deleteId}`, async () => {
        const { baseUrl, token } = await serveSandbox({ variant: { deleteMethod, deleteId } });
        const report = await examine({ baseUrl, token });
        assert.deepEqual(report.profile.data.deleteCard, { method: deleteMethod, id: deleteId });
      });
    }

    it('finds out that Pix takes the token bare', async () => {
      const { baseUrl, token } = await serveSandbox({ variant: { pixAuthorization: 'jwt' } });
      assert.equal((await examine({ baseUrl, token })).profile.data.pixAuthorization, 'jwt');
    });
  });

  describe('an address that is not the service', () => {
    it('is named where nothing listens', async () => {
      const { baseUrl } = await serve(() => page(404));
      await closers.pop()();
      const report = await examine({ baseUrl, level: 'charge' });
      assert.match(find(report, 'service', 'bad')[0].message, /connection was refused/);
    });

    for (const [what, handler, check] of [
      ['a site with a page for every path', () => page(200), 'service'],
      ['a site without these paths', () => page(404), 'paths'],
      ['a service that does not work', () => page(503), 'service'],
      ['the service below another path', () => respond(404, { message: 'Recurso não encontrado.' }), 'paths'],
    ]) {
      it(`is named where there is ${what}, and is sent no card`, async () => {
        const { baseUrl, requests } = await serve(handler);
        const report = await examine({ baseUrl, level: 'repeat' });
        assert.equal(find(report, check, 'bad').length, 1);
        assert.ok(requests.every(({ method, path }) => method !== 'POST' || !path.startsWith('/card/')));
      });
    }

    it('is named where the room of a sandbox is left out, and nothing is said of the paths and of the token', async () => {
      const rooms = createRooms();
      const { baseUrl } = await serve((request) => rooms(request));
      const report = await examine({ baseUrl });
      assert.equal(find(report, 'paths', 'bad').length, 1);
      assert.deepEqual(
        report.findings.filter(({ state }) => state === 'ok').map(({ check, message }) => [check, message]),
        [['service', `A server responds at ${baseUrl}.`]],
      );
      assert.match(find(report, 'token', 'unknown')[0].message, /does not show whether the token is good/);
      assert.ok(find(report, 'token', 'unknown').every(({ message }) => !message.includes('needs no token')));
    });

    it('is the service all the same where only a POST shows its paths', async () => {
      const change = (request, next) =>
        ['GET', 'OPTIONS'].includes(request.method) && !request.url.includes('/pix/qrCode/')
          ? respond(404, { message: `Route ${request.method}:${new URL(request.url).pathname} not found` })
          : next(request);
      const { baseUrl, token } = await serveSandbox({ change });
      const report = await examine({ baseUrl, token, level: 'charge' });
      assert.ok(report.isOk, JSON.stringify(report.findings));
    });

    it('is not followed where it redirects', async () => {
      const target = await serve(() => page(200));
      const { baseUrl } = await serve(() => new Response(null, { status: 307, headers: { Location: `${target.baseUrl}v2/` } }));
      const report = await examine({ baseUrl, level: 'charge' });
      assert.ok(find(report, 'service', 'bad')[0].message.includes(`${target.baseUrl}v2/`));
      assert.deepEqual(target.requests, []);
    });
  });

  describe('a token', () => {
    it('that is refused ends the examination before anything is made', async () => {
      const { baseUrl, requests } = await serveSandbox();
      const report = await examine({ baseUrl, level: 'repeat' });
      assert.equal(find(report, 'token', 'bad').length, 1);
      assert.ok(requests.every(({ method }) => method === 'GET' || method === 'OPTIONS'));
    });

    it('that is refused at every path is named too', async () => {
      const { baseUrl } = await serve(() => respond(401, { message: 'Unauthorized' }));
      const report = await examine({ baseUrl });
      assert.equal(find(report, 'token', 'bad').length, 1);
      assert.equal(find(report, 'pix-status', 'unknown').length, 0);
    });

    it('is never shown, and neither is the card', async () => {
      const change = async (request, next) => {
        const text = await request.clone().text();
        const authorization = request.headers.get('Authorization');
        if (request.method !== 'POST') return next(request);
        return respond(422, { message: `Inválido: ${authorization} ${text}`, [`x-${authorization}`]: text });
      };
      const { baseUrl, token } = await serveSandbox({ change });
      const report = await examine({ baseUrl, token, level: 'charge' });
      const printed = formatReport(report) + formatReportJson(report);
      assert.ok(printed.includes('Inválido'));
      for (const secret of [token, CARD_NUMBER]) assert.ok(!printed.includes(secret));
    });
  });

  describe('CORS', () => {
    const examineCors = async (headers, options = {}) => {
      const change = async (request, next) => {
        if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers });
        return next(request);
      };
      const { baseUrl, token } = await serveSandbox({ change, ...options });
      return examine({ baseUrl, token, origin: 'https://loja.example' });
    };
    const good = {
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Allow-Headers': 'Content-Type, Authorization',
    };

    it('is good by wildcard for the origin', async () => {
      assert.ok((await examineCors(good)).isOk);
    });

    for (const [what, headers, options] of [
      ['a wildcard, which does not stand for Authorization', { ...good, 'Access-Control-Allow-Headers': '*' }],
      ['the content type alone', { ...good, 'Access-Control-Allow-Headers': 'Content-Type' }],
      ['another origin', { ...good, 'Access-Control-Allow-Origin': 'https://outra.example' }],
      ['no DELETE', good, { variant: { deleteMethod: 'DELETE' } }],
    ]) {
      it(`is bad where the preflight allows ${what}`, async () => {
        assert.equal(find(await examineCors(headers, options), 'cors', 'bad').length, 1);
      });
    }
  });

  describe('the connection of a preflight', () => {
    const origin = 'https://loja.example';

    it('is an open door where OPTIONS keeps it and no key is known', async () => {
      const { baseUrl, token } = await serveSandbox({ keepsConnections: true });
      const report = await examine({ baseUrl, token, origin });
      const [finding] = find(report, 'preflight', 'bad');
      assert.match(finding.message, /keeps its connection.*charge twice/);
      assert.match(finding.todo, /profile\.idempotency.*relay.*Connection: close/);
    });

    it('is closed where OPTIONS says so, whatever the other responses say', async () => {
      const change = async (request, next) => {
        const response = await next(request);
        if (request.method === 'OPTIONS') response.headers.set('Connection', 'close');
        return response;
      };
      const { baseUrl, token } = await serveSandbox({ keepsConnections: true, change });
      assert.equal(find(await examine({ baseUrl, token, origin }), 'preflight', 'ok').length, 1);
    });

    it('is open where only the response to a charge is closed', async () => {
      const change = async (request, next) => {
        const response = await next(request);
        if (request.method === 'POST') response.headers.set('Connection', 'close');
        return response;
      };
      const { baseUrl, token } = await serveSandbox({ keepsConnections: true, change });
      assert.equal(find(await examine({ baseUrl, token, origin }), 'preflight', 'bad').length, 1);
    });

    it('does not matter where the service knows a charge by its key', async () => {
      const { baseUrl, token } = await serveSandbox({ keepsConnections: true, variant: { idempotency: 'header' } });
      const [finding] = find(await examine({ baseUrl, token, origin, level: 'repeat' }), 'preflight', 'ok');
      assert.match(finding.message, /by its key/);
    });
  });

  describe('Pix', () => {
    /** A service that takes another form of the expiry. */
    const takeDates = (pattern) => async (request, next) => {
      if (!request.url.endsWith('/pix/generateQrCode') || request.method !== 'POST') return next(request);
      const body = await request.json();
      if (!pattern.test(body.expirationDate)) return respond(422, { message: 'expirationDate inválida' });
      const expirationDate = new Date(Date.now() + 600_000).toISOString();
      return next(
        new Request(request.url, { method: 'POST', headers: request.headers, body: JSON.stringify({ ...body, expirationDate }) }),
      );
    };

    /** The profile of a printed module, with the package's own functions. */
    const evaluate = async (text) => {
      globalThis.readPixStatus = readPixStatus;
      closers.push(() => delete globalThis.readPixStatus);
      const code = text.replace(/^import .*$/m, '');
      return (await import(`data:text/javascript,${encodeURIComponent(code)}`)).profile;
    };

    for (const [pattern, example] of [
      [/^[\d-]+T[\d:]+\.\d{3}Z$/, '2026-03-01T15:00:30.000Z'],
      [/^[\d-]+T[\d:]+Z$/, '2026-03-01T15:00:30Z'],
      [/^[\d-]+T[\d:]+$/, '2026-03-01T12:00:30'],
      [/^[\d-]{10} [\d:]+$/, '2026-03-01 12:00:30'],
    ]) {
      it(`finds out that the expiry is written like ${example}`, async () => {
        const { baseUrl, token } = await serveSandbox({ variant: { pixRequestNames: 'sample' }, change: takeDates(pattern) });
        const report = await examine({ baseUrl, token, level: 'write' });
        const profile = await evaluate(report.profile.text);
        assert.equal(profile.pixExpiration(new Date('2026-03-01T15:00:30Z')), example);
        assert.equal(profile.pixRequestNames, 'sample');
      });
    }

    it('is asked for once where the response is not clear', async () => {
      const { baseUrl, token, sandbox, requests } = await serveSandbox();
      sandbox.fault('generatePixQrCode', '503-after-charge');
      const report = await examine({ baseUrl, token, level: 'write' });
      assert.equal(count(requests, 'POST', '/pix/generateQrCode'), 1);
      assert.equal(find(report, 'pix', 'bad').length, 1);
    });

    it('leaves the form of the token alone where both are refused', async () => {
      const change = (request, next) =>
        request.url.endsWith('/pix/generateQrCode') && request.method === 'POST' ? respond(403, { message: 'Proibido' }) : next(request);
      const { baseUrl, token } = await serveSandbox({ change });
      const report = await examine({ baseUrl, token, level: 'write' });
      assert.equal(find(report, 'pix', 'bad').length, 1);
      assert.equal(report.profile.data.pixAuthorization, undefined);
    });

    it('is bad where its code must not be shown', async () => {
      const { baseUrl, token, sandbox } = await serveSandbox();
      sandbox.fault('generatePixQrCode', 'pix-tampered');
      const report = await examine({ baseUrl, token, level: 'write' });
      assert.match(find(report, 'pix-code', 'bad')[0].message, /crc-mismatch/);
    });

    /** The status of the sandbox inside of another object, beside other fields. */
    const nest = async (request, next) => {
      const response = await next(request);
      if (!request.url.includes('/pix/qrCode/') || response.status !== 200) return response;
      const { status } = await response.json();
      return respond(200, { status: 'success', data: { 'charge-info': { status, payer: 'ANA' } } });
    };

    it('finds a status word that is not where the default profile looks', async () => {
      const { baseUrl, token, sandbox } = await serveSandbox({ variant: { pixStatusSystem: 'asaas' }, change: nest });
      const report = await examine({ baseUrl, token, level: 'write', onPixCode: () => sandbox.settlePix() });
      const { read } = (await evaluate(report.profile.text)).pixStatus;
      const say = (status) => read({ success: true, data: { 'charge-info': { status } } });
      assert.deepEqual(['PENDING', 'RECEIVED', 'OVERDUE', 'REFUNDED'].map(say), ['pending', 'paid', 'pending', 'refunded']);
      assert.equal(read({}), 'unknown');
    });

    /** The status that the lines for a server read when they run as printed, after their import. */
    const askAsServer = async (code, values) => {
      const lines = code.replace(/^import .*$/m, '');
      const names = `{ ${Object.keys(values).join(', ')} }`;
      const source = `export default async (${names}) => {\n${lines}\nreturn status;\n};`;
      const { default: ask } = await import(`data:text/javascript,${encodeURIComponent(source)}`);
      return ask(values);
    };

    for (const [what, { statusPath, ...options }] of Object.entries({
      'the bare token': { variant: { pixAuthorization: 'jwt' } },
      'the words of a system': { variant: { pixStatusSystem: 'asaas' } },
      'another field': { variant: { pixStatusField: 'situacao' } },
      'a field inside of another': { variant: { pixStatusSystem: 'cielo' }, change: nest },
      'another path': {
        statusPath: 'pix/cobrancas/{qrCodeId}',
        change: (request, next) => next(new Request(request.url.replace('/pix/cobrancas/', '/pix/qrCode/'), request)),
      },
    })) {
      it(`prints what a server needs for ${what}`, async () => {
        const { baseUrl, token, sandbox } = await serveSandbox(options);
        const onPixCode = () => sandbox.settlePix();
        const report = await examine({ baseUrl, token, statusPath, level: 'write', onPixCode });
        const { serverCode } = JSON.parse(formatReportJson(report));
        assert.ok(formatReport(report).includes(`\n\n${serverCode}\n\n`));
        const [{ id: chargeId }] = sandbox.state().pix;
        assert.equal(await askAsServer(serverCode, { SERVICE: baseUrl, token, chargeId, readPixStatus }), 'paid');
      });
    }

    it('prints nothing for a server where what the recipes print fits', async () => {
      const { baseUrl, token, sandbox } = await serveSandbox({ variant: { cardExpiration: 'MM/YYYY' } });
      const report = await examine({ baseUrl, token, level: 'write', onPixCode: () => sandbox.settlePix() });
      assert.equal(JSON.parse(formatReportJson(report)).serverCode, undefined);
      assert.ok(!formatReport(report).includes('your server'));
    });

    it('puts no system into the profile as long as no paid charge was seen', async () => {
      for (const pixStatusSystem of ['asaas', 'woovi', 'cielo']) {
        const { baseUrl, token } = await serveSandbox({ variant: { pixStatusSystem } });
        const report = await examine({ baseUrl, token, level: 'write' });
        assert.equal(report.profile.data.pixStatus, undefined);
        assert.ok(find(report, 'pix-status', 'unknown')[0].todo.includes('--wait-for-payment'));
      }
    });

    for (const [action, status] of /** @type {const} */ ([
      ['expire', 'expired'],
      ['cancel', 'cancelled'],
    ])) {
      it(`takes a charge that ended as ${status} for no paid one`, async () => {
        const { baseUrl, token, sandbox } = await serveSandbox({ variant: { pixStatusSystem: 'english' } });
        const report = await examine({ baseUrl, token, level: 'write', onPixCode: () => sandbox.actOnPix(action) });
        assert.ok(find(report, 'pix-status', 'bad')[0].message.endsWith(`which means ${status}.`));
        assert.equal(report.profile.data.pixStatus, undefined);
      });
    }

    it('is not waited for with a token that has ended', async () => {
      const { baseUrl, token, sandbox } = await serveSandbox();
      const report = await examine({ baseUrl, token, level: 'write', onPixCode: () => sandbox.revokeTokens() });
      assert.ok(find(report, 'pix-status', 'bad').some(({ todo }) => todo.includes('a new token')));
    });

    it('is waited for last, so that a token that ends meanwhile, or who stops waiting, takes nothing else away', async () => {
      const { baseUrl, token, sandbox } = await serveSandbox({ variant: { cardExpiration: 'MM/YYYY' } });
      const stop = new AbortController();
      const onPixCode = () => {
        sandbox.revokeTokens();
        stop.abort();
      };
      const report = await examine({ baseUrl, token, level: 'repeat', origin: 'https://loja.example', signal: stop.signal, onPixCode });
      assert.deepEqual(
        report.findings.filter(({ state }) => state === 'bad').map(({ check }) => check),
        ['pix-status'],
      );
      assert.match(find(report, 'pix-status', 'bad')[0].message, /before the waiting was stopped/);
      assert.equal(report.profile.data.cardExpiration, 'MM/YYYY');
    });

    it('has its status at the path that was given', async () => {
      const change = (request, next) => next(new Request(request.url.replace('/pix/cobrancas/', '/pix/qrCode/'), request));
      const hidden = (request, next) =>
        request.url.includes('/pix/qrCode/') ? respond(404, { message: 'Recurso não encontrado: ' }) : change(request, next);
      const { baseUrl, token } = await serveSandbox({ change: hidden });
      assert.equal(find(await examine({ baseUrl, token }), 'pix-status', 'unknown').length, 1);
      assert.equal(find(await examine({ baseUrl, token, level: 'write' }), 'pix-status', 'bad').length, 1);
      const statusPath = 'pix/cobrancas/{qrCodeId}';
      const report = await examine({ baseUrl, token, statusPath, level: 'write' });
      assert.ok(report.isOk);
      assert.deepEqual(report.profile.data.paths, { pixStatus: statusPath });
    });
  });

  describe('a card', () => {
    it('is charged once, whatever follows an unclear response', async () => {
      for (const level of /** @type {const} */ (['charge', 'repeat'])) {
        const { baseUrl, token, sandbox, requests } = await serveSandbox({ variant: { idempotency: 'forgetful' } });
        sandbox.fault('processPayment', '503-after-charge');
        const report = await examine({ baseUrl, token, level });
        assert.equal(find(report, 'charge', 'bad').length, 1);
        assert.equal(count(requests, 'POST', '/card/processPayment'), 1);
        assert.equal(sandbox.state().charges.length, 1);
      }
    });

    it('is known again by no key where equal charges are always taken for one', async () => {
      let first;
      const change = async (request, next) => {
        if (!request.url.endsWith('/card/processPayment') || request.method !== 'POST') return next(request);
        first ??= await next(request).then((response) => response.json());
        return respond(200, first);
      };
      const { baseUrl, token } = await serveSandbox({ variant: { idempotency: 'forgetful' }, change });
      const report = await examine({ baseUrl, token, level: 'repeat' });
      assert.equal(find(report, 'repeat', 'unknown').length, 1);
      assert.equal(report.profile.data.idempotency, undefined);
    });

    for (const [which, count] of [
      ['second', 2],
      ['third', 3],
    ]) {
      it(`is known again by no key where the ${which} response is not clear`, async () => {
        let posts = 0;
        const change = (request, next) => {
          if (request.url.endsWith('/card/processPayment') && request.method === 'POST' && (posts += 1) === count) return respond(500, {});
          return next(request);
        };
        const { baseUrl, token } = await serveSandbox({ variant: { idempotency: 'field' }, change });
        const report = await examine({ baseUrl, token, level: 'repeat' });
        assert.equal(report.profile.data.idempotency, undefined);
        assert.equal(posts, count);
      });
    }

    it('that is declined is no form that was refused', async () => {
      const { baseUrl, token, requests } = await serveSandbox();
      const report = await examine({ baseUrl, token, level: 'charge', card: '4000000000009995 12/30 123' });
      assert.equal(find(report, 'charge', 'bad').length, 1);
      assert.equal(count(requests, 'POST', '/card/processPayment'), 1);
    });

    it('may be written in one form for the token, in another for the charge', async () => {
      const change = async (request, next) => {
        const text = await request.clone().text();
        const isWrong = request.url.endsWith('/card/tokenize') ? /\/\d{2}"/.test(text) : /\/\d{4}"/.test(text);
        return request.method === 'POST' && isWrong ? respond(400, { message: 'expirationDate inválida' }) : next(request);
      };
      const { baseUrl, token } = await serveSandbox({ change });
      const report = await examine({ baseUrl, token, level: 'charge' });
      assert.deepEqual(report.profile.data.cardExpiration, { processPayment: 'MM/YY', tokenizeCard: 'MM/YYYY' });
    });

    it('is not taken for deleted by a service that says yes to everything', async () => {
      const change = (request, next) =>
        request.url.endsWith('/card/delete') && request.method === 'POST' ? respond(200, { success: true }) : next(request);
      const { baseUrl, token } = await serveSandbox({ change });
      const report = await examine({ baseUrl, token, level: 'write' });
      assert.equal(find(report, 'delete', 'unknown').length, 1);
    });

    it('is left alone where it is not clear whether it was deleted', async () => {
      const change = (request, next) =>
        request.url.includes('/card/delete') && request.method !== 'GET' ? respond(500, {}) : next(request);
      const { baseUrl, token, requests } = await serveSandbox({ change });
      const report = await examine({ baseUrl, token, level: 'write' });
      assert.equal(find(report, 'delete', 'bad').length, 1);
      assert.equal(requests.filter(({ method, path }) => path.startsWith('/card/delete') && method !== 'GET').length, 1);
    });

    it('comes from the environment, and only if it is one', () => {
      const now = new Date('2026-03-01');
      assert.deepEqual(parseTestCard('5555555555554444 01/31 987', now), {
        holderName: 'TESTE BALCAO',
        expirationDate: '01/31',
        number: '5555555555554444',
        securityCode: '987',
      });
      assert.equal(parseTestCard(' ', now)?.number, CARD_NUMBER);
      assert.equal(parseTestCard('378282246310005', now)?.securityCode, '1234');
      for (const wrong of ['4111111111111112', '4111111111111111 13/30', '4111111111111111 12/30 12', `${CARD_NUMBER} 12/30 123 4`]) {
        assert.equal(parseTestCard(wrong, now), undefined, wrong);
      }
    });
  });
});
