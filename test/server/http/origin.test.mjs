import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isOwnPage } from '../../../src/server/http/origin.ts';

const OWN = 'https://loja.example';

/**
 * What a browser says, and whether it is a page of ours: as POST or DELETE, and as GET.
 *
 * @type {[string, Record<string, string>, boolean, boolean][]}
 */
const CASES = [
  ['the own Origin', { Origin: OWN }, true, true],
  ['the own Origin, and a proxy between', { Origin: OWN, Host: 'internal:3000', 'X-Forwarded-Host': 'evil.example' }, true, true],
  ['Sec-Fetch-Site: same-origin alone', { 'Sec-Fetch-Site': 'same-origin' }, true, true],
  ['a withheld Origin with same-origin', { Origin: 'null', 'Sec-Fetch-Site': 'same-origin' }, true, true],
  ['neither', {}, false, true],
  ['another Origin', { Origin: 'https://evil.example' }, false, false],
  ['another Origin that claims same-origin', { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'same-origin' }, false, false],
  ['another Origin that is the Host', { Origin: 'https://evil.example', Host: 'evil.example' }, false, false],
  ['another Origin that a header names', { Origin: 'https://evil.example', 'X-Forwarded-Host': 'evil.example' }, false, false],
  ['the same host over http', { Origin: 'http://loja.example' }, false, false],
  ['the same host at another port', { Origin: 'https://loja.example:8443' }, false, false],
  ['an Origin that begins like ours', { Origin: 'https://loja.example.evil.example' }, false, false],
  ['a withheld Origin', { Origin: 'null' }, false, false],
  ['a sandboxed frame', { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' }, false, false],
  ['a sister site', { 'Sec-Fetch-Site': 'same-site' }, false, false],
  ['another site', { 'Sec-Fetch-Site': 'cross-site' }, false, false],
  ['an address that was typed', { 'Sec-Fetch-Site': 'none' }, false, false],
  ['two Origins', { Origin: `${OWN}, ${OWN}` }, false, false],
];

describe('whether a page of the shop asks', () => {
  for (const [what, headers, isChangeAllowed, isReadAllowed] of CASES) {
    it(`${what}: a change ${isChangeAllowed ? 'passes' : 'is refused'}, a look ${isReadAllowed ? 'passes' : 'is refused'}`, () => {
      const ask = (method) => isOwnPage(new Request(`${OWN}/shop/cards`, { method, headers }), OWN);
      assert.deepEqual([ask('POST'), ask('DELETE'), ask('GET')], [isChangeAllowed, isChangeAllowed, isReadAllowed]);
    });
  }
});
