/**
 * The schemas of `docs/openapi` beside the client's own and the sandbox's, for generated values: what the document calls good the client
 * takes, what the client refuses the document refuses, and the sandbox takes just those requests that the document calls good.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { parseChargeResponse } from '../../src/client/cards/charge-response.ts';
import { createPaymentsClient, defaultProfile } from '../../src/client/index.ts';
import { parseStatus } from '../../src/client/pix/pix-status.ts';
import { feeTableSchema } from '../../src/client/profile/fee-table-schema.ts';
import { parseTokenAnswer } from '../../src/client/tokens/token-answer.ts';
import { parseSavedCard } from '../../src/domain/card/saved-card.ts';
import { verifyFees } from '../../src/domain/index.ts';
import { BRANDS } from '../../src/domain/known-brands.ts';
import { validateCardPayment } from '../../src/domain/validation/card-payment.ts';
import { createSandbox } from '../../src/sandbox/index.ts';
import { OpenApiDocument } from './openapi-document.mjs';
import { runs } from './openapi-sample.mjs';

const service = new OpenApiDocument('service.yaml');
const shop = new OpenApiDocument('shop.yaml');
const BASE = 'https://payments.example/';

/** An object with some of the fields, each good or bad. */
const objectOf = (fields) => fc.record(fields, { requiredKeys: [] });

const anything = fc.constantFrom(null, '', ' ', 'abc', 0, -1, 1.5, true, false, [], {});

/** A field that is good nearly always, and else anything, or one of what is nearly good. */
const goodOr = (good, nearlyGood = good) =>
  fc.oneof(
    { weight: 30, arbitrary: fc.constantFrom(...good) },
    { weight: 1, arbitrary: fc.oneof(anything, fc.constantFrom(...nearlyGood)) },
  );
const message = fc.constantFrom('Transação recusada.', 'Não', '', '  ');
/** The client passes over a brand that is missing, and takes blanks for a text; the document does neither. */
const isBlank = (text) => text === ' ';
const isGood = (document, schema, value) => document.check(schema, value).length === 0;

const createResponse = (status, body) => ({ status, body, text: undefined, retryAfterMs: undefined, sentAt: undefined });

/** A sandbox that responds to a request of the client with a body of the test's own. */
function openService(operation, body) {
  const sandbox = createSandbox();
  sandbox.fault(operation, 'wrong-shape', { body });
  return sandbox;
}

/** What the client makes of a body. */
async function readBy(operation, body, call) {
  const sandbox = openService(operation, body);
  const outer = globalThis.fetch;
  globalThis.fetch = (input, init) => sandbox(new Request(input, init));
  try {
    return await call(createPaymentsClient({ baseUrl: BASE, getToken: () => sandbox.issueToken() }));
  } catch (error) {
    return error;
  } finally {
    globalThis.fetch = outer;
  }
}

const CARD = { holderName: 'MARIA DA SILVA', expirationDate: '12/39', number: '4111111111111111', securityCode: '123' };

describe('responses of the service', () => {
  it('are an approved or a declined charge for the client just where they are for the document', () => {
    const identifier = goodOr(['700000001', 700000001], [2 ** 60]);
    fc.assert(
      fc.property(objectOf({ success: goodOr([true, false]), identifier, message }), (body) => {
        const { status } = parseChargeResponse(createResponse(200, body), defaultProfile, undefined);
        assert.equal(status === 'approved', isGood(service, 'ChargeApproved', body));
        assert.equal(status === 'declined', isGood(service, 'Declined', body));
      }),
      runs(400),
    );
  });

  it('are no approved charge under the status of an error', () => {
    fc.assert(
      fc.property(
        objectOf({ success: goodOr([true, false]), identifier: goodOr(['1']), message }),
        fc.constantFrom(400, 402, 422),
        (body, status) => {
          const outcome = parseChargeResponse(createResponse(status, body), defaultProfile, undefined).status;
          assert.notEqual(outcome, 'approved');
          if (isGood(service, 'Declined', body)) assert.equal(outcome, 'declined');
          else if (isGood(service, 'NotDone', body)) assert.equal(outcome, status === 402 ? 'unconfirmed' : 'failed');
        },
      ),
      runs(400),
    );
  });

  it('are a tokenized card for the client just where they are for the document', async () => {
    const bodies = objectOf({ success: goodOr([true, false]), cardId: goodOr(['2f1c1f86']), message });
    await fc.assert(
      fc.asyncProperty(bodies, async (body) => {
        const card = await readBy('tokenizeCard', body, (client) => client.tokenizeCard({ ...CARD, name: 'Visa final 1111' }));
        const isTaken = !(card instanceof Error) && card.cardId === body.cardId;
        assert.equal(isTaken && !isBlank(body.cardId), isGood(service, 'CardTokenized', body));
      }),
      runs(100),
    );
  });

  it('are a Pix QR code for the client where they are for the document', async () => {
    const id = goodOr(['9b0c2a53', 1001], [2 ** 60]);
    const text = goodOr(['00020101021226']);
    const number = goodOr([1001], [2 ** 60]);
    const bodies = objectOf({ success: goodOr([true]), qrCodeId: id, textQrCode: text, qrCodeNumber: number, id, text, number });
    let goodCount = 0;
    await fc.assert(
      fc.asyncProperty(bodies, async (body) => {
        if (!isGood(service, 'PixQrCode', body)) return;
        goodCount += 1;
        const charge = await readBy('generatePixQrCode', body, (client) => client.generatePixQrCode({ amount: 10, expiresInMs: 60_000 }));
        assert.ok([body.qrCodeId, body.id].map(String).includes(charge.chargeId), JSON.stringify(charge));
        assert.ok([body.textQrCode, body.text].includes(charge.brCode), JSON.stringify(charge));
      }),
      runs(300),
    );
    assert.ok(goodCount > runs(300).numRuns / 10, `only ${goodCount} good ones`);
  });

  it('say that a Pix was paid with the words of the document, and nothing where it finds no word', () => {
    const schema = service.data.components.schemas;
    const [paid] = schema.PixStatusWord.anyOf;
    const word = fc.oneof(fc.constantFrom(...paid.enum), anything);
    fc.assert(
      fc.property(objectOf({ status: word, situacao: word, state: word, success: fc.constant(true) }), (body) => {
        const { status } = parseStatus({}, body, 'charge-1');
        const said = ['status', 'situacao', 'state'].map((field) => body[field]).filter((value) => paid.enum.includes(value));
        assert.equal(status, said.length > 0 ? 'paid' : 'unknown');
        if (status === 'paid') assert.equal('status' in body || 'situacao' in body || 'state' in body, true);
      }),
      runs(400),
    );
    assert.equal(isGood(service, 'PixStatusAnswer', { success: true, message: 'PAGO' }), false);
    assert.equal(parseStatus({}, { success: true, message: 'PAGO' }, 'charge-1').status, 'unknown');
  });
});

/** Requests that are good but for some fields, with the operation that they are for. */
const cents = fc.integer({ min: 1, max: 10_000_000 }).map((value) => value / 100);
const amount = fc.oneof({ weight: 20, arbitrary: cents }, { weight: 1, arbitrary: fc.constantFrom(0, -1, 1e10, '10.00', null) });
const cardFields = {
  holderName: goodOr(['MARIA DA SILVA', 'José']),
  expirationDate: goodOr(['12/39', '01/2040'], ['1/39', '13/39', '12-39', '12/203']),
  number: goodOr(['4111111111111111', '5555555555554444'], ['4111 1111 1111 1111']),
  securityCode: goodOr(['123'], ['12', '12345']),
};

/** All of the fields nearly always, so that good ones come up; else one is missing, or there is one too many. */
function mostly(fields) {
  const flaws = fc.oneof(
    { weight: 9, arbitrary: fc.constant({}) },
    { weight: 1, arbitrary: fc.constantFrom(...Object.keys(fields)).map((name) => ({ [name]: undefined })) },
    { weight: 1, arbitrary: fc.constant({ cvv: '123' }) },
  );
  return fc.tuple(fc.record(fields), flaws).map(([body, flaw]) => JSON.parse(JSON.stringify({ ...body, ...flaw })));
}

const REQUESTS = {
  CardPayment: {
    path: 'card/processPayment',
    bodies: fc
      .tuple(
        mostly({ amount, installments: goodOr([1, 2, 12]), whoPaysFee: goodOr(['merchant', 'customer']) }),
        fc.oneof(
          { weight: 4, arbitrary: mostly(cardFields).map((card) => ({ card })) },
          { weight: 2, arbitrary: goodOr(['some-card']).map((cardId) => ({ cardId })) },
          { weight: 1, arbitrary: fc.constant({ card: CARD, cardId: 'some-card' }) },
          { weight: 1, arbitrary: fc.constant({}) },
        ),
      )
      .map(([terms, source]) => ({ ...terms, ...source })),
  },
  CardToTokenize: {
    path: 'card/tokenize',
    bodies: fc
      .tuple(
        mostly({ name: goodOr(['Visa final 1111']), ...cardFields }),
        objectOf({ tokenizeExpiration: fc.constantFrom(60, '60', true, null) }),
      )
      .map((parts) => Object.assign({}, ...parts)),
  },
  PixCharge: {
    path: 'pix/generateQrCode',
    schema: '/paths/~1pix~1generateQrCode/post/requestBody/content/application~1json/schema',
    bodies: fc
      .tuple(
        mostly({ amount, expirationDate: goodOr(['2039-12-31T23:59:59-03:00', '2039-12-31T23:59:59Z'], ['2039-12-31', '31/12/2039']) }),
        objectOf({ paymentWebhook: goodOr([true, false]) }),
        fc.oneof(
          { weight: 3, arbitrary: fc.constant({}) },
          { weight: 1, arbitrary: goodOr([true, false]).map((webhook) => ({ webhook })) },
        ),
      )
      .map((parts) => Object.assign({}, ...parts)),
  },
};

/** Both sets of names at once: the sandbox that takes any takes them, and the document does not. */
const hasBothNames = (body) => 'paymentWebhook' in body && 'webhook' in body;

describe('requests to the service', () => {
  for (const [schema, { path, schema: pointer = schema, bodies }] of Object.entries(REQUESTS)) {
    it(`are taken by the sandbox just where they are a good ${schema} for the document`, async () => {
      const sandbox = createSandbox({ magic: false });
      const { token } = sandbox.issueToken({ expiresIn: 3600 });
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
      let goodCount = 0;
      await fc.assert(
        fc.asyncProperty(bodies, async (body) => {
          if (hasBothNames(body)) return;
          const answer = await sandbox(new Request(`${BASE}${path}`, { method: 'POST', headers, body: JSON.stringify(body) }));
          // A refusal by a rule of the business has `success`; one of the shape has none.
          const isTaken = 'success' in (await answer.json());
          const problems = service.check(pointer, body);
          goodCount += Number(isTaken);
          assert.equal(problems.length === 0, isTaken, problems.join(', '));
        }),
        runs(1000),
      );
      assert.ok(goodCount > runs(1000).numRuns / 20, `only ${goodCount} good ones`);
    });
  }

  it('that the document calls a good payment are one for the client', () => {
    fc.assert(
      fc.property(REQUESTS.CardPayment.bodies, (body) => {
        if (isGood(service, 'CardPayment', body)) assert.equal(validateCardPayment(body).ok, true, JSON.stringify(body));
      }),
      runs(1000),
    );
  });
});

describe("what the shop's endpoints respond", () => {
  it('is a token for the client where it is for the document, and just there but for a wait that cannot be read', () => {
    const answers = objectOf({
      token: goodOr(['a-token']),
      expiresIn: goodOr([600, 0.5]),
      now: goodOr([1767225600000], [1767225600]),
      closed: goodOr(['paid', 'closed', 'busy']),
      environment: goodOr(['sandbox', 'live', 'production', 7]),
    });
    fc.assert(
      fc.property(answers, (answer) => {
        const isBoth = isGood(shop, 'Token', answer) && isGood(shop, 'OrderClosed', answer);
        assert.equal(parseTokenAnswer(answer) !== undefined, isGood(shop, 'TokenAnswer', answer) || isBoth);
      }),
      runs(3000),
    );
    assert.equal(isGood(shop, 'TokenAnswer', { closed: 'busy', retryAfter: 10 }), true);
    const readWait = (retryAfter) => {
      const answer = parseTokenAnswer({ closed: 'busy', retryAfter });
      assert.ok(answer && 'closed' in answer);
      return answer.retryAfter;
    };
    assert.equal(readWait(10), 10);
    for (const retryAfter of [-1, 'soon', null]) {
      assert.equal(isGood(shop, 'TokenAnswer', { closed: 'busy', retryAfter }), false);
      assert.equal(readWait(retryAfter), undefined);
    }
  });

  it('is a saved card for the client just where it is for the document', () => {
    const names = ['Visa final 1111', '4111 1111 1111 1111', 'cartão 4111.1111.1111-1111', 'um 4111 de 1111 1111 1111'];
    const cards = objectOf({
      cardId: goodOr(['card-1']),
      name: goodOr(names),
      brand: fc.constantFrom(...BRANDS),
      last4: goodOr(['1111'], ['111', '11a1']),
      expiration: goodOr(['12/2039'], ['12/39', '13/2039']),
      validUntil: fc.constant(1767225600000),
    });
    fc.assert(
      fc.property(cards, (card) => {
        const isCard = parseSavedCard(card) !== undefined;
        const isWhole = 'brand' in card && ![card.cardId, card.name].some(isBlank);
        assert.equal(isCard && isWhole, isGood(shop, 'SavedCard', card), JSON.stringify(card));
      }),
      runs(3000),
    );
  });

  it('is a row of fees for the client where it is for the document', () => {
    const money = goodOr(['300.00', '308.97'], ['0.00', '12,50']);
    const rows = objectOf({
      installments: goodOr([2, 3, 12], [2 ** 60]),
      whoPaysFee: goodOr(['merchant', 'customer']),
      rate: goodOr([0, 0.0399]),
      total: money,
      amount: money,
      brands: goodOr([['elo']], [[], ['elo', 'nobody'], ['unknown']]),
      cet: goodOr([0.2999]),
    });
    let goodCount = 0;
    fc.assert(
      fc.property(rows, (row) => {
        if (!isGood(shop, 'FeeRow', row)) return;
        goodCount += 1;
        assert.equal(feeTableSchema().safeParse([row]).success, true);
      }),
      runs(3000),
    );
    assert.ok(goodCount > runs(3000).numRuns / 60, `only ${goodCount} good ones`);
  });

  it('is no row of fees for the document where the client refuses it', () => {
    const request = { amountCents: 30_000, maxInstallments: 12, minInstallmentCents: 500, feePayer: /** @type {const} */ ('customer') };
    const good = { installments: 3, total: '308.97', amount: '300.00', brands: ['elo'], cet: 0.2456 };
    assert.deepEqual([verifyFees([good], request), shop.check('FeeRow', good)], [[], []]);
    const changes = [
      ...[{ installments: 0 }, { installments: 1.5 }, { installments: undefined }, { whoPaysFee: 'nobody' }, { rate: 0.05 }],
      ...[{ total: undefined, rate: 4.99 }, { total: undefined, rate: -1 }, { cet: 29.99 }, { total: '308,97' }, { total: '0.00' }],
      ...[{ amount: 300 }, { brands: [] }, { brands: ['nobody'] }, { brands: ['unknown'] }, { brands: 'elo' }],
    ];
    for (const change of changes) {
      const row = JSON.parse(JSON.stringify({ ...good, ...change }));
      const isTable = feeTableSchema().safeParse([row]).success && verifyFees([row], request).length === 0;
      assert.equal(isTable, false, `the client takes ${JSON.stringify(change)}`);
      assert.equal(isGood(shop, 'FeeRow', row), false, `the document takes ${JSON.stringify(change)}`);
    }
  });

  it('is a limit of brands for the document just where it is for the client', () => {
    const request = { amountCents: 30_000, maxInstallments: 12, minInstallmentCents: 500, feePayer: /** @type {const} */ ('customer') };
    const good = { brands: ['elo', 'hiper'], maxInstallments: 6 };
    const wrongs = [
      ...[
        { maxInstallments: 0 },
        { maxInstallments: 1.5 },
        { maxInstallments: '6' },
        { maxInstallments: undefined },
        { brands: undefined },
      ],
      ...[{ brands: [] }, { brands: ['unknown'] }, { brands: 'elo' }, { installments: 3 }, { rate: 0.05 }, { whoPaysFee: 'merchant' }],
    ];
    const changes = [
      ...[{}, { note: 'autumn' }].map((change) => ({ change, isWrong: false })),
      ...wrongs.map((change) => ({ change, isWrong: true })),
    ];
    for (const { change, isWrong } of changes) {
      const row = JSON.parse(JSON.stringify({ ...good, ...change }));
      const isTable = feeTableSchema().safeParse([row]).success && verifyFees([row], request).length === 0;
      assert.equal(isTable, !isWrong, `the client: ${JSON.stringify(change)}`);
      assert.equal(isGood(shop, 'BrandLimit', row) || isGood(shop, 'FeeRow', row), isTable, `the document: ${JSON.stringify(change)}`);
    }
  });

  it('has the brands of the client', () => {
    assert.deepEqual(new Set(shop.data.components.schemas.KnownBrand.enum), new Set(BRANDS));
  });
});
