import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CARD, cookieOf } from './shoppers.mjs';
import { findTraces } from './traces.mjs';

describe('the search for secrets after every test of a shop', () => {
  const TOKEN = 'sandbox.0123abcd.4567';
  const search = (shop) => findTraces({ events: [], answers: [], memory: {}, tokens: [TOKEN], settled: [], delivered: [], ...shop });
  const answer = (fields) => ({ path: 'notify', status: 200, text: '', headers: new Headers(), ...fields });
  const secret = cookieOf('ana').split('=')[1];

  for (const [what, text] of [
    ['a card number', CARD.number],
    ['a part of one', CARD.number.slice(3, 12)],
    ['a security code', `{"x":"${CARD.securityCode}"}`],
    ['a token', `Bearer ${TOKEN}`],
    ['a cookie', secret],
  ]) {
    it(`finds ${what} wherever it stands`, () => {
      assert.equal(search({ events: [{ type: 'failure', message: text }] }).length, 1);
      assert.equal(search({ answers: [answer({ text })] }).length, 1);
      assert.equal(search({ answers: [answer({ headers: new Headers({ 'X-Word': text }) })] }).length, 1);
      assert.equal(search({ memory: { orders: new Map([['a', { deep: new Map([[text, 1]]) }]]) } }).length, 1);
      assert.equal(search({ settled: [{ identifier: text }] }).length, 1);
    });
  }

  it('lets a token stand in the answer of a page that asked for one, and nothing else', () => {
    assert.deepEqual(search({ answers: [answer({ path: 'token', text: TOKEN })] }), []);
    assert.equal(search({ answers: [answer({ path: 'token', text: secret })] }).length, 1);
    assert.equal(search({ answers: [answer({ path: 'token', status: 503, text: TOKEN })] }).length, 1);
  });
});
