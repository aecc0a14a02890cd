import '../../../src/elements/card-form/define.js';
import { expect } from '@open-wc/testing';
import { APPROVED_CARD, CheckoutPage, waitUntil } from '../../support/checkout-page.js';
import { openRoom, orderOf, type Room } from '../../support/sandbox-room.js';

describe('balcao-card-form: mask="code"', () => {
  let room: Room;
  let page: CheckoutPage;

  const open = async (settings: Record<string, unknown>): Promise<void> => {
    page = await CheckoutPage.open('balcao-card-form', { ...orderOf(room), ...settings });
    await page.focus('number');
  };

  const types = (): Promise<(string | null)[]> =>
    Promise.all((['number', 'expirationDate', 'securityCode', 'holderName'] as const).map((name) => page.card.attribute(name, 'type')));

  beforeEach(async () => {
    room = await openRoom();
  });

  afterEach(async () => {
    page.remove();
    await room.release();
  });

  it('hides the code alone, which is typed, checked and paid with as before', async () => {
    await open({ mask: 'code' });
    await waitUntil(async () => (await page.card.attribute('securityCode', 'type')) === 'password', 'the hidden code');
    expect(await types()).to.deep.equal(['text', 'text', 'password', 'text']);
    expect(await page.card.attribute('securityCode', 'autocomplete')).to.equal('cc-csc');
    expect(await page.card.attribute('securityCode', 'inputmode')).to.equal('numeric');
    await page.fill({ ...APPROVED_CARD, securityCode: '12' });
    expect(await page.error('securityCode'), 'since it was left').not.to.equal('');
    await page.clickPay();
    await waitUntil(async () => (await page.focused()) === 'securityCode', 'the focus on the code');
    await page.fill({ securityCode: 'a3' });
    expect(await page.card.read('securityCode')).to.equal('123');
    await expect(page.element).to.be.accessible();
    await page.clickPay();
    await page.outcome(/Pagamento aprovado/);
    expect(await room.charges()).to.have.length(1);
  });

  it('shows the code by default, and follows the setting without losing what is typed', async () => {
    await open({});
    await page.fill(APPROVED_CARD);
    expect(await types()).to.deep.equal(['text', 'text', 'text', 'text']);
    page.element.setAttribute('mask', 'code');
    await waitUntil(async () => (await page.card.attribute('securityCode', 'type')) === 'password', 'the hidden code');
    page.element.removeAttribute('mask');
    await waitUntil(async () => (await page.card.attribute('securityCode', 'type')) === 'text', 'the code');
    expect(await page.card.read('securityCode')).to.equal(APPROVED_CARD.securityCode);
    await page.clickPay();
    await page.outcome(/Pagamento aprovado/);
  });
});
