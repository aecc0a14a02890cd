import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { parseTestCard } from '../../src/bin/doctor/card/tokenize.ts';
import { runDoctor } from '../../src/bin/doctor/run-doctor.ts';
import { createPaymentsClient } from '../../src/client/index.ts';
import { startSandboxServer } from '../../src/sandbox/node.ts';
import { DEFAULT_VARIANT, VARIANT_WORDS } from '../../src/sandbox/variant.ts';
import { listAllPairs } from '../support/all-pairs.mjs';

/** Values of the settings that are no words. */
const OTHER_VALUES = { magic: [true, false], tokenLifeSeconds: [900, 120], webhookUrl: ['', 'http://127.0.0.1:9/notices'] };

const ORIGIN = 'https://loja.example';
const CARD = { holderName: 'ANA SOUZA', expirationDate: '12/2032', number: '5555555555554444', securityCode: '123' };
const AT_A_TIME = 4;

const isWhole = process.env.WHOLE === '1';

/** The combinations that have a value which none before them has. */
function keepNewValues(combinations) {
  const seen = new Set();
  return combinations.filter((combination) => {
    const before = seen.size;
    for (const entry of Object.entries(combination)) seen.add(String(entry));
    return seen.size > before;
  });
}

// Each value is in some combination; with WHOLE=1 each value is also tried by itself, instead of one in eight, and each two values in some combination.
describe('balcao doctor, against each variant of the sandbox', () => {
  /** Every value of every setting of the sandbox's service. */
  const values = { ...VARIANT_WORDS, ...OTHER_VALUES };
  let server;
  let roomCount = 0;

  before(async () => {
    server = await startSandboxServer();
  });

  after(() => server.close());

  /** Has the doctor examine a service, pays the Pix code for it, and lets the client work with what it found. */
  async function examine(variant, level) {
    roomCount += 1;
    const name = `room-${roomCount}`;
    const sandbox = server.rooms.open(name);
    sandbox.configure(variant);
    const baseUrl = `${server.origin}/${name}/`;
    const card = parseTestCard(undefined, new Date());
    assert.ok(card);
    const report = await runDoctor({
      baseUrl: new URL(baseUrl),
      token: sandbox.issueToken().token,
      level,
      origin: ORIGIN,
      amountCents: 100,
      card,
      signal: new AbortController().signal,
      onPixCode: () => sandbox.settlePix(),
      pollMs: 5,
    });
    const charges = sandbox.state().charges.length;
    const profile = JSON.parse(report.profile.text);
    const bad = report.findings.filter(({ state }) => state === 'bad');
    const isOpen = variant.cors === undefined || variant.cors === 'strict';
    assert.deepEqual([...new Set(bad.map(({ check }) => check))], isOpen ? [] : ['cors'], JSON.stringify(bad));
    assert.ok(
      sandbox.state().cards.every(({ deletedAt }) => deletedAt !== undefined),
      'a token of the test card was left',
    );
    await prove(sandbox, baseUrl, profile);
    return { report, profile, charges };
  }

  /** With this profile, the client makes, reads, tokenizes, charges and deletes. */
  async function prove(sandbox, baseUrl, profile) {
    const client = createPaymentsClient({ baseUrl, profile, getToken: async () => sandbox.issueToken() });
    const { chargeId } = await client.generatePixQrCode({ amount: 10, expiresInMs: 600_000, paymentWebhook: false });
    assert.equal((await client.getPixStatus(chargeId)).status, 'pending');
    sandbox.settlePix(chargeId);
    assert.equal((await client.getPixStatus(chargeId)).status, 'paid');
    const { cardId } = await client.tokenizeCard({ ...CARD, name: 'Mastercard final 4444' });
    const payment = { amount: 10, installments: 1, whoPaysFee: /** @type {const} */ ('merchant') };
    assert.equal((await client.processPayment({ ...payment, card: CARD })).status, 'approved');
    assert.equal((await client.processPayment({ ...payment, cardId })).status, 'approved');
    await client.deleteCard(cardId);
    assert.ok(sandbox.state().cards.find((card) => card.cardId === cardId).deletedAt !== undefined, 'the card is still there');
  }

  /** Runs work for each item, a few at a time, and names the item that failed. */
  async function forEach(items, work) {
    const waiting = [...items];
    const next = async () => {
      for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
        try {
          await work(item);
        } catch (error) {
          throw new Error(`with ${JSON.stringify(item)}: ${error instanceof Error ? error.message : error}`, { cause: error });
        }
      }
    };
    await Promise.all(Array.from({ length: AT_A_TIME }, next));
  }

  it('knows every setting that the sandbox has', () => {
    assert.deepEqual(Object.keys(values).toSorted(), Object.keys(DEFAULT_VARIANT).toSorted());
  });

  it('finds the right profile for a value by itself, and charges once', async () => {
    const variants = Object.entries(values).flatMap(([name, choices]) => choices.map((value) => ({ [name]: value })));
    await forEach(isWhole ? variants : variants.filter((_, index) => index % 8 === 0), async (variant) => {
      const { charges, profile } = await examine(variant, 'charge');
      assert.equal(charges, 1);
      assert.equal(profile.idempotency, undefined);
    });
  });

  it('finds the right profile for combinations of values, and charges twice', async () => {
    const combinations = listAllPairs(values);
    await forEach(isWhole ? combinations : keepNewValues(combinations), async (variant) => {
      const { charges, profile } = await examine(variant, 'repeat');
      const keys = { header: { header: 'Idempotency-Key' }, field: { field: 'idempotencyKey' } };
      assert.deepEqual(profile.idempotency, keys[variant.idempotency]);
      assert.equal(charges, 2);
    });
  });

  it('needs no profile for the service that the default profile fits', async () => {
    const { report } = await examine({}, 'charge');
    assert.ok(report.profile.isDefault);
  });
});
