import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import {
  createAddressHasher,
  createProxyCheck,
  findNetwork,
  findVisitorNetwork,
  rememberAddress,
} from '../../../src/server/http/client-address.ts';
import { memoryLedger } from '../../../src/server/ledger/memory-ledger.ts';

const FORGED = { 'X-Forwarded-For': '198.51.100.1', Forwarded: 'for=198.51.100.1', 'X-Real-IP': '198.51.100.1' };

/** A request with headers, from a connection. */
function ask(headers = {}, connection = '') {
  const request = new Request('https://loja.example/shop/token', { headers });
  if (connection) rememberAddress(request, connection);
  return request;
}

describe("the visitor's address", () => {
  it('is not known of a request alone, whatever headers it has', () => {
    assert.equal(findVisitorNetwork(ask(FORGED), {}), undefined);
  });

  it("is the connection's, and forwarded headers count for nothing", () => {
    assert.equal(findVisitorNetwork(ask(FORGED, '203.0.113.7'), {}), '203.0.113.7');
  });

  it("is the last entry of a trusted proxy's header: those before it are the visitor's own", () => {
    const request = ask({ 'X-Forwarded-For': '198.51.100.1, 203.0.113.7' }, '10.0.0.1');
    assert.equal(findVisitorNetwork(request, { trustProxy: true }), '203.0.113.7');
    assert.equal(findVisitorNetwork(request, { trustProxy: 1 }), '203.0.113.7');
  });

  it('is the entry that the outermost of several proxies added', () => {
    const request = ask({ 'X-Forwarded-For': '198.51.100.1, 203.0.113.7, 10.0.0.9' }, '10.0.0.1');
    assert.equal(findVisitorNetwork(request, { trustProxy: 2 }), '203.0.113.7');
    assert.equal(findVisitorNetwork(request, { trustProxy: true }), undefined, 'a proxy is no visitor');
    assert.equal(findVisitorNetwork(request, { trustProxy: 4 }), undefined);
  });

  it('is not known where the trusted proxy says nothing, since all visitors share its own', () => {
    assert.equal(findVisitorNetwork(ask({}, '203.0.113.7'), { trustProxy: true }), undefined);
  });

  it("is what the shop's own function says, before all others", () => {
    const addressOf = () => '192.0.2.3';
    assert.equal(findVisitorNetwork(ask(FORGED, '10.0.0.1'), { addressOf, trustProxy: true }), '192.0.2.3');
  });

  it("is not known where the shop's own function returns no text", () => {
    for (const said of [7, {}, Promise.resolve('192.0.2.3')]) {
      const addressOf = /** @type {any} */ (() => said);
      assert.equal(findVisitorNetwork(ask(), { addressOf }), undefined);
    }
  });

  const internal = [
    ...['127.0.0.1', '127.8.9.1', '::1', '::', '::ffff:127.0.0.1', '0.0.0.0', '10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.9'],
    ...[
      '192.168.1.7',
      '192.0.0.2',
      '198.18.0.1',
      '198.19.255.255',
      '::ffff:192.168.1.7',
      '169.254.1.1',
      '100.64.0.1',
      '100.127.255.255',
      'fc00::1',
      'fd12:3456::1',
      'fe80::1%eth0',
    ],
    ...[
      'febf::1',
      'fec0::1',
      'ff02::1',
      '64:ff9b::10.0.0.1',
      '64:ff9b:1::1',
      '224.0.0.1',
      '255.255.255.255',
      '[fd00::1]:443',
      '10.0.0.1:80',
    ],
  ];
  for (const address of internal) {
    it(`is never ${address}: all visitors may share it`, () => {
      assert.equal(findVisitorNetwork(ask({}, address), {}), undefined);
      assert.equal(findVisitorNetwork(ask({ 'X-Forwarded-For': address }), { trustProxy: true }), undefined);
      assert.equal(findVisitorNetwork(ask(), { addressOf: () => address }), undefined);
    });
  }

  const visitors = ['9.255.255.255', '11.0.0.1', '100.63.0.1', '100.128.0.1', '126.0.0.1', '128.0.0.1', '169.253.0.1', '172.15.0.1'];
  for (const address of [
    ...visitors,
    '172.32.0.1',
    '192.167.0.1',
    '192.169.0.1',
    '192.0.1.1',
    '198.17.0.1',
    '198.20.0.1',
    '198.51.100.1',
    '223.255.255.1',
    '1.0.0.1',
    '2.0.0.1',
  ])
    it(`may be ${address}`, () => assert.equal(findVisitorNetwork(ask({}, address), {}), address));
  for (const address of ['2001:db8::1', '2804:14c::1', 'fbff::1', '64:ff9b::203.0.113.7'])
    it(`may be ${address}`, () => assert.equal(findVisitorNetwork(ask({}, address), {}), findNetwork(address)));

  /** @type {[string, string | undefined][]} */
  const networks = [
    ['203.0.113.7', '203.0.113.7'],
    [' 203.0.113.7 ', '203.0.113.7'],
    ['203.0.113.7:51234', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:cb00:7107', '203.0.113.7'],
    ['64:ff9b::cb00:7107', '203.0.113.7'],
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

describe('a proxy that the settings do not know', () => {
  /** The warnings at requests with these headers. */
  function listWarnings(options, ...all) {
    const warnings = [];
    const check = createProxyCheck(options, (message) => warnings.push(message));
    for (const headers of all) check(ask(headers, '127.0.0.1'));
    return warnings;
  }

  for (const header of ['X-Forwarded-For', 'Forwarded', 'X-Real-IP', 'CF-Connecting-IP', 'True-Client-IP']) {
    it(`is warned of at its first ${header}, once`, () => {
      const warnings = listWarnings({}, {}, { [header]: '198.51.100.1' }, FORGED, { [header]: '198.51.100.2' });
      assert.equal(warnings.length, 1);
      assert.match(warnings[0], new RegExp(`came with ${header}, .*neither trustProxy nor addressOf is set.*Set trustProxy to the number`));
      assert.doesNotMatch(warnings[0], /198/);
    });
  }

  it('is warned of where a trusted proxy is not the only one, or says nothing that can be used', () => {
    for (const headers of [
      { 'X-Forwarded-For': '203.0.113.7, 10.0.0.9' },
      { 'CF-Connecting-IP': '203.0.113.7' },
      { 'X-Forwarded-For': 'unknown' },
    ])
      assert.match(
        listWarnings({ trustProxy: true }, headers, headers).join('|'),
        /^trustProxy is true, [^|]*has no visitor’s address[^|]*$/,
      );
  });

  it('is none where the settings find the visitor', () => {
    assert.deepEqual(listWarnings({ trustProxy: true }, {}, { 'X-Forwarded-For': '203.0.113.7' }), []);
    assert.deepEqual(listWarnings({ addressOf: () => undefined }, FORGED), []);
  });
});

describe('the hash of an address', () => {
  const HOUR = 3_600_000;

  it('is the same in all instances, and never the plain one', async () => {
    const ledger = memoryLedger();
    const [one, other] = [createAddressHasher(ledger, () => 1000), createAddressHasher(ledger, () => 1000)];
    const hash = await one('203.0.113.7');
    assert.equal(await other('203.0.113.7'), hash);
    assert.match(hash, /^[0-9a-f]{64}$/);
    assert.notEqual(hash, createHash('sha256').update('203.0.113.7').digest('hex'));
    assert.notEqual(await createAddressHasher(memoryLedger(), () => 1000)('203.0.113.7'), hash);
  });

  it('changes each hour, with one question of the ledger', async () => {
    let now = 1000;
    let asked = 0;
    const ledger = memoryLedger();
    /** @type {typeof ledger.shareKey} */
    const shareKey = (...values) => {
      asked += 1;
      return ledger.shareKey(...values);
    };
    const hashAddress = createAddressHasher({ shareKey }, () => now);
    const first = await hashAddress('203.0.113.7');
    now += HOUR - 1;
    assert.equal(await hashAddress('203.0.113.7'), first);
    now += 1;
    assert.notEqual(await hashAddress('203.0.113.7'), first);
    assert.equal(asked, 2);
  });
});
