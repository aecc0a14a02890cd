import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { findClientAddress, findNetwork, rememberAddress } from '../../../src/server/http/client-address.ts';

const hash = (text) => createHash('sha256').update(text).digest('hex');

describe("the visitor's address", () => {
  const FORGED = { 'X-Forwarded-For': '198.51.100.1', Forwarded: 'for=198.51.100.1', 'X-Real-IP': '198.51.100.1' };
  const ask = (headers = {}) => new Request('https://loja.example/shop/token', { headers });

  it('is not known of a request alone, whatever headers it has', async () => {
    assert.equal(await findClientAddress(ask(FORGED), {}), undefined);
  });

  it("is the connection's, as a hash, and forwarded headers count for nothing", async () => {
    const request = ask(FORGED);
    rememberAddress(request, '203.0.113.7');
    assert.equal(await findClientAddress(request, {}), hash('203.0.113.7'));
  });

  it("is the last entry of a trusted proxy's header: those before it are the visitor's own", async () => {
    const request = ask({ 'X-Forwarded-For': '198.51.100.1, 203.0.113.7' });
    rememberAddress(request, '10.0.0.1');
    assert.equal(await findClientAddress(request, { trustProxy: true }), hash('203.0.113.7'));
  });

  it('is not known where the trusted proxy says nothing, since all visitors share its own', async () => {
    const request = ask();
    rememberAddress(request, '10.0.0.1');
    assert.equal(await findClientAddress(request, { trustProxy: true }), undefined);
  });

  it("is what the shop's own function says, before all others", async () => {
    const request = ask(FORGED);
    rememberAddress(request, '10.0.0.1');
    const addressOf = () => '192.0.2.3';
    assert.equal(await findClientAddress(request, { addressOf, trustProxy: true }), hash('192.0.2.3'));
  });

  /** @type {[string, string | undefined][]} */
  const networks = [
    ['203.0.113.7', '203.0.113.7'],
    [' 203.0.113.7 ', '203.0.113.7'],
    ['203.0.113.7:51234', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:cb00:7107', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::9', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::9]', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['', undefined],
    ['unknown', undefined],
    ['_hidden', undefined],
    ['203.0.113.256', undefined],
    ['203.0.113', undefined],
    ['2001:db8::1::2', undefined],
    ['::1]/@evil', undefined],
    [':443', undefined],
  ];
  for (const [address, network] of networks) {
    it(`of ${JSON.stringify(address)} is ${network ?? 'none'}`, () => assert.equal(findNetwork(address), network));
  }
});
