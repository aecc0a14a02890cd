import { expect } from '@open-wc/testing';
import { frameMessageSchema, type FrameMessage } from '../../src/channel/frame-message.js';

const error = { code: 'timeout', message: 'No answer in time.', status: 504, retryAfterMs: 1000 } as const;
const id = 'attempt-1';

/** One of each kind, and each result. */
const MESSAGES: readonly FrameMessage[] = [
  {
    type: 'hello',
    protocol: 1,
    build: '1.0.0',
    service: 'https://service.test/',
    environment: 'sandbox',
    timeLimits: { cardMs: 30_000, otherMs: 15_000 },
  },
  { type: 'ready' },
  {
    type: 'state',
    turn: 3,
    state: {
      brand: 'visa',
      hasNumber: true,
      isTyped: true,
      last4: '1111',
      wrong: [{ field: 'number', key: 'numberLength' }],
      marked: ['number'],
    },
  },
  { type: 'height', height: 312 },
  { type: 'focus', field: null },
  { type: 'submit' },
  { type: 'prepared', id },
  { type: 'not-sent', id, error },
  { type: 'token-needed', id },
  { type: 'retrying', id },
  { type: 'outcome', id, result: { status: 'approved', identifier: 'tx-1', message: 'ok' }, isLateAwaited: false },
  { type: 'outcome', id, result: { status: 'declined', message: 'Saldo insuficiente' }, isLateAwaited: false },
  { type: 'outcome', id, result: { status: 'failed', error, sent: true }, isLateAwaited: false },
  { type: 'late', id, result: { status: 'unconfirmed', error } },
  { type: 'tokenized', id, cardId: 'card-1', message: 'ok', brand: 'visa', last4: '1111', expiration: '12/2030' },
  { type: 'deleted', id },
  { type: 'call-failed', id, error },
  { type: 'fault', code: 'internal' },
  { type: 'inspection', id, missing: ['Permissions-Policy'], canAutofill: true, droppedCount: 0 },
];

const isTaken = (message: unknown): boolean => frameMessageSchema().safeParse(message).success;

/** The paths of all fields of an object that are not themselves objects. */
function listPaths(value: object, path: readonly string[] = []): string[][] {
  return Object.entries(value).flatMap(([name, each]: [string, unknown]) =>
    typeof each === 'object' && each !== null ? listPaths(each, [...path, name]) : [[...path, name]],
  );
}

/** A copy with another value at a path. */
function changeAt(value: object, [name = '', ...rest]: readonly string[], other: unknown): unknown {
  const inner: unknown = Reflect.get(value, name);
  const changed = rest.length > 0 && typeof inner === 'object' && inner !== null ? changeAt(inner, rest, other) : other;
  return Array.isArray(value) ? value.map((each: unknown, at) => (String(at) === name ? changed : each)) : { ...value, [name]: changed };
}

describe('what a frame may say to a page', () => {
  for (const message of MESSAGES) {
    const name = 'result' in message ? `${message.type} ${message.result.status}` : message.type;

    it(`takes ${name}, and nothing that has more in it`, () => {
      expect(isTaken(message)).to.equal(true);
      expect(isTaken({ ...message, card: '4111111111111111' })).to.equal(false);
    });

    it(`takes no ${name} of another shape`, () => {
      for (const path of listPaths(message)) {
        for (const other of [{}, [], 'x'.repeat(3000), Number.NaN]) {
          expect(isTaken(changeAt(message, path, other)), `${path.join('.')}: ${JSON.stringify(other).slice(0, 9)}`).to.equal(false);
        }
      }
    });
  }

  it('has no more digits of a card than four', () => {
    for (const last4 of ['11111', '111', 'abcd']) {
      expect(isTaken(changeAt(MESSAGES[2] ?? {}, ['state', 'last4'], last4))).to.equal(false);
    }
    for (const key of ['4111111111111111', 'number1', '']) {
      expect(isTaken(changeAt(MESSAGES[2] ?? {}, ['state', 'wrong', '0', 'key'], key))).to.equal(false);
    }
  });

  it('has results and errors that are closed, too', () => {
    for (const path of [['result'], ['result', 'error'], ['error'], ['state'], ['timeLimits']]) {
      const bearers = MESSAGES.filter(
        (message) => typeof path.reduce<unknown>((part, name) => Reflect.get(Object(part), name), message) === 'object',
      );
      expect(bearers.length, path.join('.')).to.be.above(0);
      for (const message of bearers) expect(isTaken(changeAt(message, [...path, 'more'], 1)), path.join('.')).to.equal(false);
    }
  });
});
