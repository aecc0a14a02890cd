import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { getSession } from '../../../src/server/http/session.ts';

const publicOrigin = 'https://loja.example';
const SECRET = 'ab'.repeat(32);
const hash = (text) => createHash('sha256').update(text).digest('hex');

describe('the session of a request', () => {
  const ask = (cookie) => new Request(`${publicOrigin}/shop/token`, { headers: cookie === undefined ? {} : { Cookie: cookie } });

  it('is made where there is none: 256 random bits in a cookie that no script and no other site gets', async () => {
    const first = await getSession(ask(), { publicOrigin });
    const second = await getSession(ask(), { publicOrigin });
    const [pair, ...attributes] = (first.setCookie ?? '').split('; ');
    assert.match(pair, /^__Host-balcao=[\da-f]{64}$/);
    assert.deepEqual(attributes.sort(), ['HttpOnly', 'Max-Age=31536000', 'Path=/', 'SameSite=Lax', 'Secure']);
    assert.equal(first.session, hash(pair.split('=')[1]));
    assert.notEqual(first.session, second.session);
  });

  it('is found again by the cookie among others, which is not set again', async () => {
    const found = await getSession(ask(`a=1; __Host-balcao=${SECRET}; b=2`), { publicOrigin });
    assert.deepEqual(found, { session: hash(SECRET) });
  });

  for (const [what, value] of [
    ['shorter', 'ab'],
    ['longer', `${SECRET}00`],
    ['in capitals', SECRET.toUpperCase()],
    ['empty', ''],
    ['with a quote', `"${SECRET}"`],
  ]) {
    it(`is made anew where the cookie is ${what}`, async () => {
      const { session, setCookie } = await getSession(ask(`__Host-balcao=${value}`), { publicOrigin });
      assert.notEqual(session, hash(value));
      assert.ok(setCookie);
    });
  }

  it('passes over the cookie of another name', async () => {
    assert.ok((await getSession(ask(`balcao=${SECRET}; x__Host-balcao=${SECRET}`), { publicOrigin })).setCookie);
  });

  it('works on loopback over http, where browsers take no __Host- cookie', async () => {
    const local = { publicOrigin: 'http://127.0.0.1:5173' };
    const { setCookie = '' } = await getSession(ask(), local);
    assert.match(setCookie, /^balcao=[\da-f]{64}; /);
    assert.doesNotMatch(setCookie, /Secure/);
    assert.deepEqual(await getSession(ask(`balcao=${SECRET}`), local), { session: hash(SECRET) });
  });

  it("is the shop's own where it has one, and sets no cookie", async () => {
    const sessionOf = async (request) => request.headers.get('Cookie');
    const one = await getSession(ask('sid=1'), { publicOrigin, sessionOf });
    const two = await getSession(ask('sid=2'), { publicOrigin, sessionOf });
    assert.deepEqual(Object.keys(one), ['session']);
    assert.match(one.session, /^[\da-f]{64}$/);
    assert.notEqual(one.session, two.session);
  });

  it('is a cookie of this server where the shop has none yet', async () => {
    const found = await getSession(ask(`__Host-balcao=${SECRET}`), { publicOrigin, sessionOf: () => undefined });
    assert.equal(found.session, hash(SECRET));
  });

  it('never takes a cookie for a session of the shop that looks alike', async () => {
    const shops = await getSession(ask(), { publicOrigin, sessionOf: () => SECRET });
    const forged = await getSession(ask(`__Host-balcao=${SECRET}`), { publicOrigin, sessionOf: () => undefined });
    assert.notEqual(shops.session, forged.session);
  });
});
