import '../../../src/elements/card-form/define.js';
import { expect } from '@open-wc/testing';
import { CheckoutPage, waitUntil } from '../../support/checkout-page.js';
import { isFramed } from '../../support/frame/use-frame.js';
import { openRoom, type Room } from '../../support/sandbox-room.js';
import { TIME_LIMITS } from '../../support/time-limits.js';

describe('balcao-card-form: an answer that comes when the element has another order', () => {
  let room: Room;
  let page: CheckoutPage;
  let order: (name: string) => string;

  beforeEach(async () => {
    room = await openRoom();
    order = (name) => `order-${name}-${room.name}`;
    await openFilledIn();
    await room.fault('processPayment', 'hang');
  });

  afterEach(() => {
    page.remove();
    location.hash = '';
  });

  const openFilledIn = async (more: Record<string, unknown> = {}): Promise<void> => {
    page = await CheckoutPage.open('balcao-card-form', {
      'base-url': room.baseUrl,
      'token-url': room.tokenUrl,
      amount: '149.90',
      'order-id': order('one'),
      'return-url': '#thanks',
      ...more,
    });
    await page.fill();
  };

  const change = async (attributes: Record<string, string>): Promise<void> => {
    for (const [name, value] of Object.entries(attributes)) page.element.setAttribute(name, value);
    await page.element.updateComplete;
  };

  it('is told as that of its own order, and is neither shown nor followed to the return-url', async () => {
    const paid = page.element.pay();
    await room.waitForPending();
    await change({ 'order-id': order('two') });
    await room.release();
    expect(await paid).to.include({ status: 'approved', orderId: order('one') });
    expect(page.events.at(-1)).to.deep.include({ name: 'balcao-approved' });
    expect(page.events.at(-1)?.detail).to.include({ orderId: order('one') });
    await page.element.updateComplete;
    expect(page.text).not.to.match(/aprovado/);
    expect(page.part('form').hidden).to.equal(false);
    expect(location.hash).to.equal('');
    // A frame keeps no card that was charged, for no order.
    expect(await page.card.read('holderName'), 'what was typed stays').to.equal(isFramed ? '' : 'MARIA DA SILVA');
  });

  it('keeps the new order from nothing: it is paid by itself, and gets its own answer', async () => {
    const first = page.element.pay();
    await room.waitForPending();
    await change({ 'order-id': order('two'), amount: '20.00' });
    const second = page.element.pay();
    expect(second).not.to.equal(first);
    expect(await second).to.include({ status: 'approved', orderId: order('two'), amount: '20.00' });
    await waitUntil(() => /Pagamento aprovado/.test(page.text), 'the approval');
    await room.release();
    expect(await first).to.include({ status: 'approved', orderId: order('one'), amount: '149.90' });
    expect((await room.charges()).map(({ amount }) => amount)).to.have.members([149.9, 20]);
    expect(page.text)
      .to.match(/R\$ 20,00/)
      .and.not.to.match(/149,90/);
    const told = page.events.filter(({ name }) => name === 'balcao-approved').map(({ detail }) => (detail as { orderId: string }).orderId);
    expect(told).to.have.members([order('one'), order('two')]);
  });

  it('is not that of another order that is set in the same task', async () => {
    const first = page.element.pay();
    await room.waitForPending();
    page.element.setAttribute('order-id', order('two'));
    const second = page.element.pay();
    expect(second).not.to.equal(first);
    expect(await second).to.include({ status: 'approved', orderId: order('two') });
    await room.release();
    expect(await first).to.include({ status: 'approved', orderId: order('one') });
  });

  it('is not shown as that of the next order either, once it was shown', async () => {
    await room.clearFaults();
    await room.fault('processPayment', 'decline');
    expect((await page.element.pay()).status).to.equal('declined');
    await page.outcome(/Pagamento não aprovado/);
    await change({ 'order-id': order('two') });
    expect(page.text).not.to.match(/não aprovado/);
    await change({ 'order-id': order('one') });
    await page.outcome(/Pagamento não aprovado/);
  });

  it('comes late and is still told', async () => {
    page.remove();
    await openFilledIn({ amount: '30.00' });
    const paying = page.element.pay();
    await room.waitForPending();
    await page.runOut(TIME_LIMITS.cardMs);
    expect((await paying).status).to.equal('unconfirmed');
    await change({ 'order-id': order('two') });
    await waitUntil(() => !page.part('form').hidden, 'the form of the other order');
    await room.release();
    await waitUntil(() => page.eventNames.includes('balcao-approved'), 'the late answer');
    expect(page.events.find(({ name }) => name === 'balcao-approved')?.detail).to.include({ orderId: order('one'), late: true });
    expect(page.text).not.to.match(/aprovado/);
  });

  it('leaves the order paid short where it costs more by then, and lets nothing else be paid', async () => {
    const paid = page.element.pay();
    await room.waitForPending();
    await change({ amount: '200.00' });
    await room.release();
    expect(await paid).to.include({ status: 'approved', amount: '149.90' });
    await waitUntil(
      () => /Falta uma parte do pagamento Recebemos R\$ 149,90 e faltam R\$ 50,10.*Valor R\$ 149,90 Cartão Visa final 1111/.test(page.text),
      `what is missing: ${page.text}`,
    );
    expect(location.hash).to.equal('');
    expect(await page.element.pay()).to.deep.equal({ status: 'cancelled', reason: 'short' });
    await change({ amount: '149.90' });
    expect(await page.element.pay(), 'it stays').to.deep.equal({ status: 'cancelled', reason: 'short' });
    expect(await room.charges()).to.have.length(1);
  });
});
