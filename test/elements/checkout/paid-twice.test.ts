import { expect } from '@open-wc/testing';
import type { BalcaoEvents } from '../../../src/controllers/page/checkout-events.js';
import { lookAtPix } from '../../model/form.js';
import { SAYS, TestOrder, type TabChanges } from '../../model/test-order.js';
import type { Tab } from '../../model/tab.js';
import { waitUntil } from '../../support/wait-until.js';
import type { ShopState } from '../../support/sandbox-room.js';

const TWICE = /O pedido foi pago mais de uma vez Não pague de novo\. Guarde estes dados e peça à loja R\$\s149,90 de volta/;

/** A checkout of the order with card and Pix. */
interface Watched {
  tab: Tab;
  /** Events of success and of doubles, in order. */
  events: { name: string; detail: unknown }[];
}

describe('balcao-checkout: money that was taken twice', () => {
  let order: TestOrder;

  beforeEach(async () => {
    order = await TestOrder.create();
  });

  afterEach(() => order.end());

  const open = async ({ attributes, ...more }: TabChanges = {}): Promise<Watched> => {
    const { notifyUrl } = order.room;
    const tab = await order.openFilledIn({
      tag: 'balcao-checkout',
      attributes: { methods: 'card pix', 'notify-url': notifyUrl, ...attributes },
      ...more,
    });
    const events: Watched['events'] = [];
    for (const name of ['balcao-approved', 'balcao-pix-paid', 'balcao-failed', 'balcao-duplicate'] as const) {
      tab.element.addEventListener(name, ({ detail }) => events.push({ name, detail }));
    }
    return { tab, events };
  };

  const createPix = async (tab: Tab): Promise<string> => {
    return (await (await lookAtPix(tab))?.create())?.chargeId ?? '';
  };

  const settle = async (tabs: readonly Watched[], chargeId: string): Promise<void> => {
    await order.room.pix('settle', chargeId);
    for (const { tab } of tabs) tab.comeBack();
  };

  /** What the shop was told, once that is of a payment and of one too many. */
  const waitForNotices = async (): Promise<ShopState> => {
    const find = async (): Promise<ShopState | false> => {
      const state = await order.room.shop.state();
      return state.attempts.length > 1 && state.attempts.some(({ latest }) => latest.duplicate) && state;
    };
    return waitUntil(find, () => 'the notice of a duplicate');
  };

  const namesOf = ({ events }: Watched): string[] => events.map(({ name }) => name);

  it('is said in every tab and after a reload, by one event each, and to the shop', async () => {
    const [first, second] = [await open(), await open()];
    const chargeId = await createPix(first.tab);
    expect(await first.tab.pay()).to.include({ status: 'approved', method: 'card', orderId: order.orderId });
    await second.tab.says(SAYS.approved);
    await settle([first], chargeId);
    for (const { tab } of [first, second]) await tab.says(TWICE);
    await waitUntil(
      () => [first, second].every((watched) => namesOf(watched).length === 3),
      () => `the events; there are ${JSON.stringify([first, second].map(namesOf))}`,
    );
    for (const watched of [first, second]) {
      expect(namesOf(watched)).to.have.members(['balcao-approved', 'balcao-duplicate', 'balcao-pix-paid']);
      const detail = watched.events.find(({ name }) => name === 'balcao-duplicate')?.detail as BalcaoEvents['balcao-duplicate'];
      expect(detail.orderId).to.equal(order.orderId);
      expect(detail.payments.map(({ method, amount }) => [method, amount])).to.deep.equal([
        ['card', '149.90'],
        ['pix', '149.90'],
      ]);
      expect(watched.tab.text).not.to.match(/não precisa fazer mais nada/);
      expect(watched.tab.text.split('foi pago mais de uma vez'), 'said once').to.have.length(2);
      expect(watched.tab.text).to.match(/Total pago R\$\s299,80 Valor do pedido R\$\s149,90 Você recebe de volta R\$\s149,90/);
    }
    await first.tab.reload();
    await first.tab.says(TWICE);
    expect(await first.tab.pay()).to.include({ status: 'approved', method: 'card' });
    expect(await order.countCharges()).to.equal(1);
    const { attempts } = await waitForNotices();
    const told = attempts.map(({ latest: { method, state, duplicate = false } }) => ({ method, state, duplicate }));
    expect(told).to.have.deep.members([
      { method: 'card', state: 'approved', duplicate: false },
      { method: 'pix', state: 'approved', duplicate: true },
    ]);
  });

  it('is said where an unconfirmed card turns out to be charged beside a paid Pix', async () => {
    await order.room.fault('processPayment', 'hang-after-charge');
    const watched = await open();
    const chargeId = await createPix(watched.tab);
    expect((await order.payUnanswered(watched.tab)).status).to.equal('unconfirmed');
    await settle([watched], chargeId);
    await watched.tab.says(/Pix recebido R\$ 149,90 Tudo certo com este pagamento, mas uma cobrança no cartão ainda não foi confirmada/);
    await order.room.release();
    await watched.tab.says(TWICE);
    expect(namesOf(watched)).to.have.members(['balcao-approved', 'balcao-duplicate', 'balcao-pix-paid']);
    expect(watched.events.find(({ name }) => name === 'balcao-approved')?.detail).to.include({ late: true, duplicate: true });
  });

  it('is said where two codes are paid, noticed on one reload', async () => {
    const [first, second] = [await open(), await open()];
    const chargeIds = await order.createAtOnce([first.tab, second.tab], createPix);
    expect(new Set(chargeIds).size).to.equal(2);
    second.tab.close();
    for (const chargeId of chargeIds) await order.room.pix('settle', chargeId);
    await first.tab.reload();
    await first.tab.says(TWICE);
    const { attempts } = await waitForNotices();
    expect(attempts.map(({ latest }) => latest.duplicate ?? false)).to.have.members([false, true]);
  });
});

describe('balcao-checkout: a payment of the order that is under way', () => {
  it('is no failure to ask for a Pix beside: nothing is made, no event is sent, the shopper reads why', async () => {
    const order = await TestOrder.create();
    await order.room.fault('processPayment', 'hang');
    const tab = await order.openFilledIn({ tag: 'balcao-checkout', attributes: { methods: 'card pix' } });
    const failures: unknown[] = [];
    tab.element.addEventListener('balcao-failed', ({ detail }) => failures.push(detail));
    const paying = tab.pay();
    await order.room.waitForPending();
    const pix = await lookAtPix(tab);
    tab.press('method-pix');
    expect(await pix?.create()).to.equal(undefined);
    expect(await pix?.pay()).to.deep.equal({ status: 'cancelled', reason: 'busy' });
    await tab.says(SAYS.elsewhere);
    expect(tab.text).not.to.match(/não foi feito/);
    expect(failures).to.deep.equal([]);
    expect((await order.room.state()).pix).to.have.length(0);
    await order.room.release();
    expect((await paying).status).to.equal('approved');
    await tab.says(SAYS.approved);
    await order.end();
  });

  it('is said by the shop for another device, for as long as the shop says', async () => {
    const order = await TestOrder.create();
    let isBusy = true;
    const getToken = async () => (isBusy ? { closed: 'busy' as const, retryAfter: 1 } : (await order.room.issueToken()).token);
    const tab = await order.openFilledIn({ properties: { getToken } });
    expect(await tab.pay()).to.deep.equal({ status: 'cancelled', reason: 'busy' });
    await tab.says(SAYS.elsewhere);
    isBusy = false;
    await waitUntil(
      () => tab.isPayable,
      () => `the form; the tab says ${tab.text}`,
    );
    expect((await tab.pay()).status).to.equal('approved');
    expect(tab.outcomes.filter(({ by }) => by === 'event').map(({ status }) => status)).to.deep.equal(['approved']);
    await order.end();
  });
});
