import { expect } from '@open-wc/testing';
import type { PaymentsClient } from '../../../src/client/create-client.js';
import { createFramedCard } from '../../../src/controllers/card-frame/framed-client.js';
import { createTokenizedCard } from '../../../src/controllers/card/typed-card.js';
import type { BalcaoEvents } from '../../../src/controllers/page/checkout-events.js';
import { PaymentController } from '../../../src/controllers/payment/payment-controller.js';
import type { PaymentDraft } from '../../../src/controllers/payment/payment-draft.js';
import { SettingsController, type SettingsHost } from '../../../src/controllers/settings/settings-controller.js';
import type { SettingsInput } from '../../../src/controllers/settings/settings.js';
import type { PaymentOutcome } from '../../../src/domain/order/outcome.js';
import { PayLock } from '../../../src/elements/shared/form/pay-lock.js';
import { waitUntil } from '../../support/checkout-page.js';
import { createFakeHost, type FakeHost } from '../../support/controller-host.js';
import { HELLO, ScriptedFrame } from './scripted-frame.js';

const LABEL = { brand: 'visa', last4: '1111' } as const;
const APPROVED = { status: 'approved', identifier: 'id-1' } as const;
const CARD_MS = 41_000;

interface Part {
  host: SettingsHost & FakeHost;
  payment: PaymentController;
  lock: PayLock;
  problems: BalcaoEvents['balcao-problem'][];
  outcomes: string[];
}

let count = 0;

describe('an order whose cards are typed in a frame', () => {
  let frame: ScriptedFrame;
  let frameUrl: string;
  let orderId: string;
  let parts: Part[];
  /** What the page's console said. */
  let said: unknown[];
  const { error: sayError } = console;

  /** An element of the order: a card form, or with `cardId` a list of saved cards. */
  const addPart = (input: SettingsInput = {}, cardId?: string): Part => {
    const settings: SettingsInput = { frameUrl, amount: '149.90', orderId, getToken: async () => 'token-1', ...input };
    const element = document.createElement('test-part');
    const host: SettingsHost & FakeHost = createFakeHost(Object.assign(element, settings));
    const drafts: () => PaymentDraft = () =>
      cardId === undefined
        ? { ...LABEL, method: 'card', card: createFramedCard(frame.link, LABEL) }
        : { ...LABEL, method: 'saved-card', card: createTokenizedCard(cardId) };
    const read = new SettingsController(host);
    const payment = new PaymentController(host, read, {
      ready: async () => undefined,
      isComplete: true,
      findPlan: () => ({ installments: 1, whoPaysFee: 'merchant' }),
      validate: drafts,
      settled: () => undefined,
    });
    const lock = new PayLock({ host, settings: read, hasPlans: () => true, run: (running) => payment.run(running) });
    const part: Part = { host, payment, lock, problems: [], outcomes: [] };
    element.addEventListener('balcao-problem', ({ detail }) => part.problems.push(detail));
    for (const name of ['balcao-approved', 'balcao-failed', 'balcao-unconfirmed', 'balcao-declined'] as const)
      element.addEventListener(name, () => part.outcomes.push(name));
    document.body.append(element);
    host.connect();
    parts.push(part);
    return part;
  };

  const remove = ({ host }: Part): void => {
    host.remove();
    host.disconnect();
  };

  /** Lets the frame charge what it is asked to next; returns the attempt. */
  const go = async (turn = 1): Promise<string> => {
    const { id } = await frame.hear('prepare', turn);
    frame.say({ type: 'prepared', id });
    await frame.hear('go', turn);
    return id;
  };

  const settle = (id: string, result: object = APPROVED): void => frame.say({ type: 'outcome', id, result, isLateAwaited: false });

  const whenStatus = (part: Part, status: string): Promise<unknown> =>
    waitUntil(() => part.payment.order.state.status === status, `${status}, and not ${part.payment.order.state.status}`);

  beforeEach(() => {
    count += 1;
    frameUrl = `https://pay.provider.example/shop-${count}/v1/`;
    orderId = `order-${count}`;
    frame = new ScriptedFrame(undefined, frameUrl);
    [parts, said] = [[], []];
    console.error = (...words) => void said.push(...words);
  });

  afterEach(() => {
    console.error = sayError;
    parts.forEach(remove);
    frame.link.close();
  });

  it('is read only once the frame has said which service it is of', async () => {
    frame.link.connect();
    const part = addPart();
    const { order } = part.payment;
    expect(order.state.status).to.equal('reading');
    expect(order.guard.orderKey).to.equal('');
    await frame.open();
    await whenStatus(part, 'open');
    expect(order.guard.orderKey).to.equal(`https://payments.example/v1|${orderId}`);
  });

  it('is charged once for the card form and the saved cards together, at the service of the frame', async () => {
    await frame.open({ timeLimits: { cardMs: CARD_MS, otherMs: 15_000 } });
    const form = addPart({ baseUrl: '/relay/' });
    const list = addPart({}, 'card-1');
    const [first, second] = [form.lock.pay(), frame.hear('go').then(() => list.lock.pay())];
    const id = await go();
    const guard = await form.payment.order.ready();
    expect(await list.payment.order.ready()).to.equal(guard);
    expect(guard.records).to.have.length(1);
    expect(guard.records[0]).to.include({ id, limitMs: CARD_MS });
    settle(id);
    expect(await first).to.include({ status: 'approved', identifier: 'id-1' });
    await second;
    expect(await list.lock.pay()).to.include({ status: 'approved', identifier: 'id-1' });
    expect(frame.listHeard('go')).to.have.length(1);
  });

  it('has the name in the ledger that it has where cards are typed into the page', async () => {
    await frame.open();
    const form = addPart();
    const paying = form.lock.pay();
    settle(await go());
    await paying;
    let charges = 0;
    const client = { processPayment: async () => ({ ...APPROVED, identifier: `id-${(charges += 1)}` }) } as unknown as PaymentsClient;
    const unframed = addPart({ frameUrl: undefined, baseUrl: 'https://payments.example/v1', client }, 'card-1');
    expect(await unframed.lock.pay()).to.include({ status: 'approved', identifier: 'id-1' });
    expect(charges).to.equal(0);
  });

  it('is unconfirmed where a second document says hello in the middle of a charge, and takes no other payment', async () => {
    await frame.open();
    const form = addPart();
    const paying = form.lock.pay();
    await go();
    await frame.open({ build: 'second' });
    expect(await paying).to.include({ status: 'unconfirmed' });
    expect(form.outcomes).to.deep.equal(['balcao-unconfirmed']);
    expect(await form.lock.pay()).to.include({ status: 'unconfirmed' });
    expect(frame.listHeard('go')).to.have.length(1);
  });

  it('is open again where the frame has sent nothing', async () => {
    await frame.open();
    const form = addPart();
    const paying = form.lock.pay();
    const id = await go();
    frame.say({ type: 'not-sent', id, error: { code: 'timeout', message: 'Too late.' } });
    expect(await paying).to.include({ status: 'failed' });
    await whenStatus(form, 'open');
    const again = form.lock.pay();
    const next = await go(2);
    expect(next).not.to.equal(id);
    settle(next);
    expect(await again).to.include({ status: 'approved' });
  });

  it('is paid by the answer that came late', async () => {
    await frame.open();
    const form = addPart();
    const paying = form.lock.pay();
    const id = await go();
    const error = { code: 'timeout', message: 'No answer in time.' };
    frame.say({ type: 'outcome', id, result: { status: 'unconfirmed', error }, isLateAwaited: true });
    expect(await paying).to.include({ status: 'unconfirmed' });
    frame.say({ type: 'late', id, result: APPROVED });
    await whenStatus(form, 'paid');
    expect(form.outcomes).to.deep.equal(['balcao-unconfirmed', 'balcao-approved']);
  });

  it('shows what came of a payment that failed before the service was known', async () => {
    frame.link.connect();
    const form = addPart();
    await form.host.updateComplete;
    const outcome: PaymentOutcome = { status: 'declined', attemptId: 'attempt-1' };
    form.payment.outcome = outcome;
    await frame.open();
    await whenStatus(form, 'open');
    expect(form.payment.outcome).to.equal(outcome);
  });

  it('is not charged where the page is for another environment than the frame', async () => {
    await frame.open({ environment: 'sandbox' });
    const form = addPart({ environment: 'live' });
    const outcome = await form.lock.pay();
    expect(outcome).to.include({ status: 'failed' });
    expect(outcome).to.have.nested.property('error.code', 'invalid-config');
    expect(outcome)
      .to.have.nested.property('error.message')
      .that.matches(/frame-url says "sandbox"/);
    expect(form.problems.map(({ operation }) => operation)).to.include('config');
    expect(said.join()).to.match(/frame-url says "sandbox"/);
    expect(frame.listHeard('prepare')).to.deep.equal([]);
    expect(await addPart({ environment: 'sandbox' }).payment.order.ready()).to.have.property('state');
  });

  it('is not charged where the frame speaks another protocol', async () => {
    frame.link.connect();
    frame.load();
    const form = addPart();
    frame.say({ ...HELLO, protocol: 9 });
    const outcome = await form.lock.pay();
    expect(outcome).to.have.nested.property('error.code', 'invalid-config');
    expect(form.problems.map(({ operation }) => operation)).to.deep.equal(['config']);
  });

  it('is not charged where the address of the frame isolates nothing', async () => {
    frameUrl = `${location.origin}/frame/`;
    const form = addPart();
    const outcome = await form.lock.pay();
    expect(outcome)
      .to.have.nested.property('error.message')
      .that.matches(/isolates nothing/);
    expect(form.problems.map(({ operation }) => operation)).to.deep.equal(['config']);
  });
});
