/** `docs/openapi/service.yaml` beside the client and the sandbox, over HTTP: what the one sends and the other responds, in every variant. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createPaymentsClient } from '../../src/client/index.ts';
import { createSandbox, faultKinds } from '../../src/sandbox/index.ts';
import { STATUS_SYSTEMS } from '../../src/sandbox/pix/pix-status-words.ts';
import { OpenApiDocument } from './openapi-document.mjs';
import { recordExchanges } from './openapi-recorder.mjs';
import { sampleOf } from './openapi-sample.mjs';

const service = new OpenApiDocument('service.yaml');

const CARD = { holderName: 'MARIA DA SILVA', expirationDate: '12/39', number: '4111111111111111', securityCode: '123' };
const NAMED = { ...CARD, name: 'Visa final 1111' };
const PAYMENT = { amount: 149.9, installments: 3, whoPaysFee: /** @type {const} */ ('customer'), card: CARD };
const HALF_AN_HOUR_MS = 1_800_000;

/**
 * The sandbox that takes the default profile and nothing else.
 *
 * @type {NonNullable<Parameters<typeof createSandbox>[0]>}
 */
const STRICT = {
  cardExpiration: 'MM/YY',
  deleteMethod: 'POST',
  deleteId: 'body',
  pixRequestNames: 'described',
  pixAuthorization: 'bearer',
};

/** Profiles, each with the sandbox that takes no other: those that have each operation of the document. */
const OPERATIONS = {
  'the default': {},
  'deletion by DELETE': { profile: { deleteCard: { method: 'DELETE' } }, variant: { deleteMethod: 'DELETE' } },
  'deletion by the path': { profile: { deleteCard: { id: 'path' } }, variant: { deleteId: 'path' } },
  'deletion by DELETE and the path': {
    profile: { deleteCard: { method: 'DELETE', id: 'path' } },
    variant: { deleteMethod: 'DELETE', deleteId: 'path' },
  },
};

/** All other profiles, and what of the document each is there to show. */
const VARIANTS = {
  'a year of four digits': { profile: { cardExpiration: 'MM/YYYY' }, variant: { cardExpiration: 'MM/YYYY' } },
  'two forms of an expiry': {
    profile: { cardExpiration: { processPayment: 'MM/YYYY', tokenizeCard: 'MM/YY' } },
    variant: { cardExpiration: 'any' },
  },
  "the sample's names of Pix": {
    profile: { pixRequestNames: 'sample' },
    variant: { pixRequestNames: 'sample', pixResponseNames: 'sample' },
  },
  'both sets of names of Pix': { variant: { pixResponseNames: 'both' } },
  'a static code': { variant: { pixCode: 'static' } },
  'a bare token for Pix': { profile: { pixAuthorization: 'jwt' }, variant: { pixAuthorization: 'jwt' } },
  'a key in the header': { profile: { idempotency: { header: 'Idempotency-Key' } }, variant: { idempotency: 'header' } },
  'a key in the body': { profile: { idempotency: { field: 'idempotencyKey' } }, variant: { idempotency: 'field' } },
  'a number for the life of a cardId': { profile: { tokenizeExpiration: 'number' }, variant: { tokenizeExpirationUnit: 'minutes' } },
  'a status in "situacao"': { variant: { pixStatusField: 'situacao' } },
  'a status in "state"': { variant: { pixStatusField: 'state' } },
};

/** The systems whose status words the sandbox can use, by their names in a profile; two need none. */
const SYSTEMS = {
  ...{ bcb: 'BCB', 'mercado-pago': 'Mercado Pago', asaas: 'Asaas', pagbank: 'PagBank', pagarme: 'Pagar.me v1' },
  ...{ woovi: 'Woovi', cielo: 'Cielo Pix', celcoin: 'Celcoin', english: undefined },
};
for (const [pixStatusSystem, system] of Object.entries(SYSTEMS))
  VARIANTS[`the words of ${pixStatusSystem}`] = { profile: { pixStatus: system ? { system } : {} }, variant: { pixStatusSystem } };

/** Faults that leave a request without an end. */
const ENDLESS = ['hang', 'hang-after-charge'];

/** Faults whose responses the document must not describe: whoever took them for good would believe a lie. */
const UNDESCRIBED = [
  ...['redirect', 'html', 'html-after-charge', 'empty-after-charge', '4xx-success-true', 'deep-json'],
  ...['wrong-shape', 'wrong-shape-after-charge'],
];

/** A sandbox behind HTTP, and a client of it. */
async function openService(t, { profile = {}, variant = {} } = {}) {
  const sandbox = createSandbox({ ...STRICT, ...variant });
  const { origin, exchanges, close } = await recordExchanges(sandbox);
  t.after(close);
  const getToken = () => sandbox.issueToken();
  return { sandbox, exchanges, client: createPaymentsClient({ baseUrl: `${origin}/`, getToken, profile }) };
}

/** Uses everything that a client can do. */
async function useAll({ client, sandbox }) {
  const paid = await client.processPayment(PAYMENT);
  const { cardId } = await client.tokenizeCard({ ...NAMED, tokenizeExpiration: '3600' });
  const paidById = await client.processPayment({ amount: 10, installments: 1, whoPaysFee: 'merchant', cardId });
  await client.deleteCard(cardId);
  const statuses = [];
  for (const flag of [{}, { paymentWebhook: true }, { paymentWebhook: false }]) {
    const { chargeId } = await client.generatePixQrCode({ amount: 10.5, expiresInMs: HALF_AN_HOUR_MS, ...flag });
    statuses.push((await client.getPixStatus(chargeId)).status);
    sandbox.settlePix(chargeId);
    statuses.push((await client.getPixStatus(chargeId)).status);
  }
  return { outcomes: [paid.status, paidById.status], statuses: new Set(statuses) };
}

describe('what the client sends to the sandbox, and what the sandbox responds', () => {
  const seen = new Set();
  for (const [name, settings] of [...Object.entries(OPERATIONS), ...sampleOf(Object.entries(VARIANTS), 3)]) {
    it(`is described for ${name}`, async (t) => {
      const { client, sandbox, exchanges } = await openService(t, settings);
      const { outcomes, statuses } = await useAll({ client, sandbox });
      assert.deepEqual(outcomes, ['approved', 'approved']);
      assert.deepEqual(statuses, new Set(['paid', 'pending']));
      assert.deepEqual(service.listProblems(exchanges), []);
      for (const exchange of exchanges) seen.add(service.find(exchange)?.id);
    });
  }

  it('was every operation of the document', () => {
    assert.deepEqual(seen, new Set(service.listOperations().map(({ id }) => id)));
  });

  it('is every system whose words the sandbox can use', () => {
    assert.deepEqual(new Set(STATUS_SYSTEMS), new Set(Object.keys(SYSTEMS)));
  });

  it('is described where the sandbox refuses', async (t) => {
    const { client, sandbox, exchanges } = await openService(t);
    const expired = { ...CARD, expirationDate: '01/20' };
    const declined = await client.processPayment({ ...PAYMENT, card: expired });
    await assert.rejects(client.tokenizeCard({ ...NAMED, ...expired }), { code: 'invalid-request' });
    await client.deleteCard('nobody-knows-it');
    await assert.rejects(client.getPixStatus('nobody-knows-it'), { code: 'not-found' });
    await assert.rejects(client.generatePixQrCode({ amount: 1, expiresAt: 1000 }), { code: 'invalid-request' });
    for (const operation of OPERATION_NAMES) sandbox.fault(operation, '401');
    await useAll({ client, sandbox });
    assert.equal(declined.status, 'declined');
    assert.deepEqual(service.listProblems(exchanges), []);
    const statuses = new Set(exchanges.map(({ response }) => response.status));
    assert.deepEqual(statuses, new Set([200, 401, 404, 422]));
  });
});

/** How each operation is called, and whether what came of it would be believed. */
const CALLS = {
  processPayment: async ({ client }) => ['approved', 'declined'].includes((await client.processPayment(PAYMENT)).status),
  tokenizeCard: ({ client }) => client.tokenizeCard(NAMED).then(isDone, isRefused),
  deleteCard: async ({ client }) => client.deleteCard((await client.tokenizeCard(NAMED)).cardId).then(isDone, isRefused),
  generatePixQrCode: ({ client }) => client.generatePixQrCode({ amount: 10, expiresInMs: HALF_AN_HOUR_MS }).then(isDone, isRefused),
  pixStatus: async ({ client, sandbox }) => {
    const chargeId =
      sandbox.state().pix.at(-1)?.id ?? (await client.generatePixQrCode({ amount: 10, expiresInMs: HALF_AN_HOUR_MS })).chargeId;
    return client.getPixStatus(chargeId).then(({ status }) => status !== 'unknown', isRefused);
  },
};

const OPERATION_NAMES = /** @type {(keyof typeof CALLS)[]} */ (Object.keys(CALLS));

const isDone = () => true;
const isRefused = () => false;

describe('the sandbox with a fault', () => {
  const faults = sampleOf(
    Object.keys(faultKinds).filter((name) => !ENDLESS.includes(name)),
    8,
  );

  for (const operation of OPERATION_NAMES) {
    const call = CALLS[operation];
    it(`is believed only where the document describes it: ${operation}`, async (t) => {
      const { client, sandbox, exchanges } = await openService(t);
      await call({ client, sandbox });
      const undescribed = [];
      for (const fault of faults) {
        sandbox.fault(operation, fault, { ms: 0, bytes: 300_000, times: 2 });
        const count = exchanges.length;
        const isBelieved = await call({ client, sandbox });
        sandbox.clearFaults();
        const faulty = exchanges.slice(count).findLast((exchange) => service.find(exchange)?.path.includes(PATH_PARTS[operation]));
        assert.deepEqual(service.checkRequest(faulty), [], fault);
        const isDescribed = faulty.response !== undefined && service.checkResponse(faulty).length === 0;
        if (isBelieved) assert.ok(isDescribed || isLenient(operation, faulty), `${fault} was believed`);
        if (faulty.response && !isDescribed) undescribed.push(fault);
      }
      const expected = listUndescribed(operation).filter((fault) => faults.includes(fault));
      assert.deepEqual(new Set(undescribed), new Set(expected));
    });
  }
});

const PATH_PARTS = {
  processPayment: 'processPayment',
  tokenizeCard: 'tokenize',
  deleteCard: 'delete',
  generatePixQrCode: 'generateQrCode',
  pixStatus: '/qrCode/',
};

/** Of a deletion any 2xx is believed. */
const isLenient = (operation, { response }) => operation === 'deleteCard' && response?.status === 200;

/** A deletion needs no identifier to be good. */
function listUndescribed(operation) {
  return UNDESCRIBED.filter(
    (name) => operation !== 'deleteCard' || !['deep-json', 'wrong-shape', 'wrong-shape-after-charge'].includes(name),
  );
}

describe('the webhook of the sandbox', () => {
  it('is described', async (t) => {
    const notices = [];
    const { sandbox, client } = await openService(t, {
      variant: { webhookUrl: 'https://shop.example/webhook', deliver: async (_, body) => void notices.push(body) },
    });
    await client.generatePixQrCode({ amount: 10, expiresInMs: HALF_AN_HOUR_MS, paymentWebhook: true });
    sandbox.settlePix();
    assert.equal(notices.length, 1);
    const { pointer } = service.resolve('/webhooks/pixPaid/post/requestBody');
    assert.deepEqual(service.check(`${pointer}/content/application~1json/schema`, notices[0]), []);
  });
});
