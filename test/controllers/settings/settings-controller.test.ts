import { expect } from '@open-wc/testing';
import { findSettings, SettingsController } from '../../../src/controllers/settings/settings-controller.js';
import { checkAllSettings } from '../../../src/controllers/settings/settings-problems.js';
import type { SettingsInput } from '../../../src/controllers/settings/settings.js';
import { collectErrors } from '../../support/console-errors.js';
import { createFakeHost, type FakeHost } from '../../support/controller-host.js';

type Host = HTMLElement & FakeHost & SettingsInput;

const GOOD: SettingsInput = { baseUrl: 'https://payments.example/', tokenUrl: '/token', amount: '149.90' };

/** What was opened, to be closed after the test. */
const opened: Host[] = [];

/** An element with settings, in the page or in what is given. */
function open(
  input: SettingsInput,
  { name = 'test-part', inside = document.body }: { name?: string; inside?: ParentNode } = {},
): { host: Host; settings: SettingsController } {
  const host: Host = Object.assign(createFakeHost(document.createElement(name)), input);
  const settings = new SettingsController(host);
  inside.append(host);
  host.connect();
  opened.push(host);
  return { host, settings };
}

/** Writes settings as a page does. */
async function write(host: Host, input: SettingsInput): Promise<void> {
  Object.assign(host, input);
  host.requestUpdate();
  await host.updateComplete;
}

describe('SettingsController', () => {
  const said = collectErrors();

  afterEach(() => {
    for (const host of opened.splice(0)) {
      host.remove();
      host.disconnect();
    }
  });

  it('has the defaults where nothing is written', () => {
    expect(open({}).settings.current.settings).to.deep.include({
      baseUrl: '',
      tokenUrl: undefined,
      amountCents: 0,
      maxInstallments: 1,
      minInstallmentCents: 500,
      defaultInstallments: 1,
      feePayer: 'merchant',
      feeFreeUpTo: 0,
      acceptedBrands: undefined,
      pixExpiresInMs: 1_800_000,
      pixWebhook: undefined,
      hasPayButton: true,
      autoAdvance: undefined,
      mask: undefined,
      savedCardsShown: 5,
      fees: undefined,
      feeMode: 'add',
      methods: ['saved-cards', 'card', 'pix'],
    });
  });

  // This test and the next one come before the checks are loaded.
  it('has the very settings of the checkout around it where nothing else is written, without evaluating them again', async () => {
    const checkout = open(GOOD, { name: 'balcao-checkout' });
    const part = open({}, { inside: checkout.host });
    await part.host.updateComplete;
    expect(part.settings.current).to.equal(checkout.settings.current);
    await write(part.host, { amount: '1.00' });
    expect(part.settings.current.settings.amountCents).to.equal(100);
  });

  it('renders its host when the page has loaded, since the checks may report a problem', async () => {
    Object.defineProperty(document, 'readyState', { value: 'interactive', configurable: true });
    try {
      checkAllSettings();
      const { host } = open(GOOD);
      await host.updateComplete;
      const { updates } = host;
      dispatchEvent(new Event('load'));
      await host.updateComplete;
      expect(host.updates).to.equal(updates + 1);
    } finally {
      Reflect.deleteProperty(document, 'readyState');
    }
  });

  it('follows what the page writes', async () => {
    const { host, settings } = open(GOOD);
    await host.updateComplete;
    expect(settings.current.settings.amountCents).to.equal(14990);

    await write(host, { amount: '12.30', methods: 'pix' });
    expect(settings.current.settings).to.deep.include({ amountCents: 1230, methods: ['pix'] });
  });

  it('reads a table that was changed in place with the next update', async () => {
    const fees = [{ installments: 2 }];
    const { host, settings } = open({ ...GOOD, fees });
    checkAllSettings();
    await write(host, {});
    fees[0] = { installments: 0 };
    await write(host, {});
    expect(settings.current.problems.map(({ setting }) => setting)).to.deep.equal(['fees']);
  });

  it('has the same settings through updates in which nothing is written, here or around', async () => {
    const texts = { pay: 'Pagar já' };
    const checkout = open({ ...GOOD, fees: [{ installments: 2 }], texts }, { name: 'balcao-checkout' });
    const part = open({}, { inside: checkout.host });
    checkAllSettings();
    await write(checkout.host, {});
    await part.host.updateComplete;
    const parts = [checkout, part];
    const read = (): object[] => parts.flatMap(({ settings }) => [settings.current, settings.input]);
    const before = read();
    const { updates } = part.host;
    for (const { host } of parts) await write(host, { amount: host.amount, texts: host.texts });
    expect(read().every((each, index) => each === before[index])).to.equal(true);
    expect(part.host.updates, 'the part is not rendered for the checkout').to.equal(updates + 1);
  });

  it('judges anew what was changed in place before anything is paid', async () => {
    const profile = { cardExpiration: 'MM/YY' } as { cardExpiration: 'MM/YY' };
    const checkout = open({ ...GOOD, profile }, { name: 'balcao-checkout' });
    const part = open({}, { inside: checkout.host });
    checkAllSettings();
    await write(part.host, {});
    expect(part.settings.current.problems).to.deep.equal([]);
    Object.assign(profile, { cardExpiration: 'YY' });
    part.settings.sync();
    expect(part.settings.current.problems.map(({ setting }) => setting)).to.deep.equal(['profile']);
  });

  it('keeps out of the page what it had there', async () => {
    const { host, settings } = open(GOOD);
    await host.updateComplete;
    host.remove();
    host.disconnect();
    await write(host, { amount: '1.00' });
    expect(settings.current.settings.amountCents).to.equal(14990);
  });

  describe('inside a checkout', () => {
    it('has what the checkout has, below its own', async () => {
      const checkout = open({ ...GOOD, maxInstallments: 6 }, { name: 'balcao-checkout' });
      const part = open({ maxInstallments: 3 }, { inside: checkout.host });
      await part.host.updateComplete;
      expect(part.settings.current.settings).to.include({ amountCents: 14990, maxInstallments: 3 });
      expect(part.settings.parent === checkout.settings).to.equal(true);
      expect(part.settings.outermost === checkout.settings).to.equal(true);
    });

    it('reaches it through shadow roots', async () => {
      const checkout = open(GOOD, { name: 'balcao-checkout' });
      const wrapper = document.createElement('div');
      checkout.host.append(wrapper);
      const inner = document.createElement('div');
      wrapper.attachShadow({ mode: 'open' }).append(inner);
      const part = open({}, { inside: inner.attachShadow({ mode: 'open' }) });
      await part.host.updateComplete;
      expect(part.settings.current.settings.amountCents).to.equal(14990);
    });

    it('has what the element has whose shadow root it is in, and through that the checkout', async () => {
      const checkout = open(GOOD, { name: 'balcao-checkout' });
      const whole = open({ methods: 'pix' }, { inside: checkout.host });
      const part = open({}, { inside: whole.host.attachShadow({ mode: 'open' }) });
      await part.host.updateComplete;
      expect(part.settings.parent === whole.settings).to.equal(true);
      expect(part.settings.current.settings).to.deep.include({ amountCents: 14990, methods: ['pix'] });
      expect(part.settings.outermost === checkout.settings).to.equal(true);
    });

    it('updates when the checkout changes', async () => {
      const checkout = open(GOOD, { name: 'balcao-checkout' });
      const part = open({}, { inside: checkout.host });
      await part.host.updateComplete;
      const { updates } = part.host;
      await write(checkout.host, { amount: '12.30' });
      await part.host.updateComplete;
      expect(part.host.updates).to.be.above(updates);
      expect(part.settings.current.settings.amountCents).to.equal(1230);
    });

    it('finds a checkout that is upgraded after it', async () => {
      const element = document.createElement('balcao-checkout');
      document.body.append(element);
      const part = open({}, { inside: element });
      await part.host.updateComplete;
      expect(part.settings.current.settings.amountCents).to.equal(0);

      const host: Host = Object.assign(createFakeHost(element), GOOD);
      new SettingsController(host);
      host.connect();
      opened.push(host);
      await host.updateComplete;
      expect(part.settings.current.settings.amountCents).to.equal(14990);
    });

    it('leaves its own empty attributes to the checkout', async () => {
      const checkout = open(GOOD, { name: 'balcao-checkout' });
      const part = open({}, { inside: checkout.host });
      await write(part.host, JSON.parse('{ "amount": null }'));
      expect(part.settings.current.settings.amountCents).to.equal(14990);
    });
  });

  describe('with a JSON child', () => {
    const addJson = (host: Host, text: string): HTMLScriptElement => {
      const script = document.createElement('script');
      script.type = 'application/json';
      script.textContent = text;
      host.append(script);
      return script;
    };
    /** The observer's turn, and then the update. */
    const settle = async ({ updateComplete }: Host): Promise<void> => {
      await Promise.resolve();
      await updateComplete;
    };

    it('reads it, below what the element has as properties', async () => {
      const { host, settings } = open({ feeMode: 'add' });
      addJson(host, '{ "feeMode": "gross-up", "profile": { "cardExpiration": "MM/YYYY" } }');
      await settle(host);
      expect(settings.input).to.deep.equal({ feeMode: 'add', profile: { cardExpiration: 'MM/YYYY' } });
    });

    it('reads of it only what an attribute cannot hold', async () => {
      const { host, settings } = open({});
      addJson(host, '{ "amount": "1.00", "baseUrl": "/other", "feeMode": null }');
      await settle(host);
      expect(settings.input).to.deep.equal({});
    });

    it('names each key that it does not know, and lets nothing be paid', async () => {
      const checkout = open(GOOD, { name: 'balcao-checkout' });
      const part = open({}, { inside: checkout.host });
      checkAllSettings();
      addJson(checkout.host, '{ "profile": {}, "pixHosts": ["pix.example"], "amount": "1.00" }');
      await settle(checkout.host);
      await settle(part.host);
      const problems = ['pixHosts', 'amount'].map(
        (key) =>
          `"${key}" is no key of the JSON in its <script type="application/json">. It may hold fees, feeMode, offer, profile and texts.`,
      );
      for (const { settings } of [checkout, part]) expect(settings.current.problems.map(({ message }) => message)).to.deep.equal(problems);
      expect(said).to.deep.equal(problems.map((message) => `Balcão: <balcao-checkout> ${message}`));
    });

    it('warns of a text that there is not, in the JSON or as a property, and goes on', async () => {
      const warnings: unknown[] = [];
      const { warn } = console;
      console.warn = (message: unknown) => warnings.push(message);
      const texts: Record<string, string> = { nummber: 'Cartão', pay: 'Pagar' };
      const { host, settings } = open({ ...GOOD, texts });
      checkAllSettings();
      addJson(host, '{ "texts": { "constructor": "x", "number": "Cartão" } }');
      await settle(host);
      await write(host, {});
      console.warn = warn;
      expect(warnings).to.have.members([
        'Balcão: <test-part> texts.constructor is no text of Balcão and is not shown.',
        'Balcão: <test-part> texts.nummber is no text of Balcão and is not shown.',
      ]);
      expect(settings.current.problems).to.deep.equal([]);
    });

    it('reads it when it comes late, and again when it changes', async () => {
      const { host, settings } = open({});
      await host.updateComplete;
      const script = addJson(host, '{ "feeMode": "gross-up" }');
      await settle(host);
      expect(settings.current.settings.feeMode).to.equal('gross-up');

      script.textContent = '{ "feeMode": "add" }';
      await settle(host);
      expect(settings.current.settings.feeMode).to.equal('add');
    });

    it('says once that it cannot be read, lets nothing be paid, and reads it when it is put right', async () => {
      const { host, settings } = open(GOOD);
      checkAllSettings();
      const script = addJson(host, '{ "feeMode": "gross-up" }');
      await settle(host);
      script.textContent = '{ "feeMode": ';
      await settle(host);
      await write(host, {});
      expect(said).to.deep.equal([
        'Balcão: <test-part> the JSON in its <script type="application/json"> cannot be read. Check its syntax.',
      ]);
      expect(settings.current.problems.map(({ setting }) => setting)).to.deep.equal(['script']);

      script.textContent = '{ "feeMode": "add" }';
      await settle(host);
      expect(settings.current.settings.feeMode).to.equal('add');
      expect(settings.current.problems).to.deep.equal([]);
    });

    it('ignores JSON that holds no settings', async () => {
      const { host, settings } = open({});
      addJson(host, 'null');
      await settle(host);
      expect(settings.input).to.deep.equal({});
    });
  });

  describe('with what balcao-before-pay brought', () => {
    it('has it until the page writes another amount or order', async () => {
      for (const change of [{ amount: '50.00' }, { orderId: '43' }]) {
        const { host, settings } = open({ ...GOOD, orderId: '42' });
        await host.updateComplete;
        settings.override({ amount: '99.50' });
        expect(settings.current.settings).to.include({ amountCents: 9950, orderId: '42' });
        await write(host, { maxInstallments: 3 });
        expect(settings.current.settings.amountCents).to.equal(9950);

        await write(host, change);
        expect(settings.current.settings.amountCents).to.equal(change.amount ? 5000 : 14990);
      }
    });

    it('has it again for the order that it was brought for', async () => {
      const { host, settings } = open(GOOD);
      await host.updateComplete;
      settings.override({ orderId: '42' });
      await write(host, { amount: '50.00' });
      expect(settings.current.settings.orderId).to.equal(undefined);
      await write(host, { amount: '149.90' });
      expect(settings.current.settings.orderId).to.equal('42');
    });

    it('keeps what was brought before, where a second try brings less', async () => {
      const { host, settings } = open(GOOD);
      await host.updateComplete;
      settings.override({ orderId: '42', amount: '99.50' });
      settings.override({});
      expect(settings.current.settings).to.include({ amountCents: 9950, orderId: '42' });
    });

    it('brings it to every element of the order', async () => {
      const checkout = open(GOOD, { name: 'balcao-checkout' });
      const [part, other] = [open({}, { inside: checkout.host }), open({}, { inside: checkout.host })];
      await other.host.updateComplete;
      part.settings.override({ orderId: '42' });
      expect([checkout, part, other].map(({ settings }) => settings.current.settings.orderId)).to.deep.equal(['42', '42', '42']);
    });
  });

  describe('with settings that cannot be used', () => {
    it('says each problem once, in the console and by an event', async () => {
      const { host, settings } = open({ ...GOOD, amount: '12,3' });
      const told: unknown[] = [];
      host.addEventListener('balcao-problem', ({ detail }) => told.push(detail.operation, detail.error.code, detail.error.message));
      checkAllSettings();
      await write(host, {});
      await write(host, { maxInstallments: 3 });
      const message = 'amount="12,3" cannot be used. Write reais with a point and at most two decimals, above zero, like amount="149.90".';
      expect(said).to.deep.equal([`Balcão: <test-part> ${message}`]);
      expect(told).to.deep.equal(['config', 'invalid-config', message]);
      expect(settings.current.problems).to.deep.equal([{ setting: 'amount', message }]);
    });

    it('says at the checkout what is wrong with the settings of the checkout', async () => {
      const checkout = open({ ...GOOD, amount: '0' }, { name: 'balcao-checkout' });
      const part = open({ maxInstallments: 0 }, { inside: checkout.host });
      checkAllSettings();
      await write(checkout.host, {});
      await write(part.host, {});
      expect(said.map((line) => line.split('=')[0])).to.have.members([
        'Balcão: <balcao-checkout> amount',
        'Balcão: <test-part> max-installments',
      ]);
      expect(part.settings.current.problems.map(({ setting }) => setting)).to.deep.equal(['amount', 'max-installments']);
    });

    it('says nothing while the page is loading', async () => {
      Object.defineProperty(document, 'readyState', { configurable: true, get: () => 'loading' });
      const { host } = open({});
      checkAllSettings();
      await write(host, {});
      expect(said).to.deep.equal([]);

      Reflect.deleteProperty(document, 'readyState');
      dispatchEvent(new Event('load'));
      await host.updateComplete;
      expect(said).to.have.length(2);
    });

    it('says nothing of what has left the page', async () => {
      const { host, settings } = open({});
      host.remove();
      host.disconnect();
      settings.report();
      expect(said).to.deep.equal([]);
    });
  });

  describe('findSettings', () => {
    it('gives those of an element, if it has any', () => {
      const { host, settings } = open({});
      expect(findSettings(host) === settings).to.equal(true);
      expect(findSettings(document.createElement('div')) === undefined).to.equal(true);
    });

    it('gives without an element the first that names a service, else the first, else none', async () => {
      expect(findSettings() === undefined).to.equal(true);
      const first = open({});
      const second = open({});
      expect(findSettings() === first.settings).to.equal(true);
      await write(second.host, GOOD);
      expect(findSettings() === second.settings).to.equal(true);
    });
  });
});
