import { expect } from '@open-wc/testing';
import { OrderController } from '../../../src/controllers/order/order-controller.js';
import { getGuard } from '../../../src/controllers/order/page-guards.js';
import { SettingsController, type SettingsHost } from '../../../src/controllers/settings/settings-controller.js';
import { createFakeHost, type FakeHost } from '../../support/controller-host.js';
import { createPaidPix } from '../../flow/support/guard-world.js';

describe('OrderController: a Pix that was paid', () => {
  let orderId: string;
  let hosts: (SettingsHost & FakeHost)[];
  /** Elements that sent the event, and those that were told the outcome. */
  let sent: string[];
  let announced: string[];

  beforeEach(() => {
    orderId = crypto.randomUUID();
    [hosts, sent, announced] = [[], [], []];
  });

  afterEach(() => {
    for (const host of hosts) takeOut(host);
    history.replaceState(null, '', location.pathname + location.search);
  });

  const takeOut = (host: SettingsHost & FakeHost): void => {
    host.remove();
    host.disconnect();
  };

  /** Puts an element of the order into the page: one that pays, with `showsCharges` one that shows the code, or one that only renders the order. */
  const addElement = (name: string, payer?: { showsCharges: boolean }): SettingsHost & FakeHost => {
    const element = document.createElement(name);
    const host: SettingsHost & FakeHost = createFakeHost(Object.assign(element, { amount: '149.90', orderId, returnUrl: `#${name}` }));
    const announce = (): void => void announced.push(name);
    new OrderController(host, new SettingsController(host), payer && { announce, showsCharges: payer.showsCharges });
    host.addEventListener('balcao-pix-paid', () => sent.push(name));
    document.body.append(element);
    host.connect();
    hosts.push(host);
    return host;
  };

  const pay = async (): Promise<void> => {
    const guard = getGuard({}, '', orderId);
    await guard.read();
    const { charge, ...record } = createPaidPix('1');
    await guard.saveCharge([{ ...record, charge: { ...charge, orderId, status: 'pending' } }]);
    await guard.saveCharge([{ ...record, charge: { ...charge, orderId } }]);
  };

  it('is told once, by the element that shows the code', async () => {
    addElement('test-checkout');
    addElement('test-card-form', { showsCharges: false });
    addElement('test-pix', { showsCharges: true });
    await pay();
    expect(sent).to.deep.equal(['test-pix']);
    expect(announced).to.deep.equal(['test-pix']);
  });

  it('is told by another element of the order where none shows the code, which sends the shopper on', async () => {
    addElement('test-checkout');
    const pix = addElement('test-pix', { showsCharges: true });
    takeOut(pix);
    await pay();
    expect(sent).to.deep.equal(['test-checkout']);
    expect(announced).to.deep.equal([]);
    expect(location.hash).to.equal('#test-checkout');
  });

  it('is told by the next element of the order where there is none', async () => {
    takeOut(addElement('test-pix', { showsCharges: true }));
    await pay();
    expect(sent).to.deep.equal([]);
    const next = new Promise<void>((resolve) => addEventListener('balcao-pix-paid', () => resolve(), { once: true, capture: true }));
    addElement('test-card-form', { showsCharges: false });
    await next;
    expect(sent).to.deep.equal(['test-card-form']);
  });
});
