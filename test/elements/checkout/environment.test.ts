import '../../../src/elements/checkout/define.js';
import '../../../src/elements/pix/define.js';
import { expect } from '@open-wc/testing';
import { CheckoutPage, waitUntil } from '../../support/checkout-page.js';
import { collectErrors } from '../../support/console-errors.js';
import { openRoom, type Room } from '../../support/sandbox-room.js';

describe('environment', () => {
  let room: Room;
  let page: CheckoutPage;
  const said = collectErrors();

  beforeEach(async () => (room = await openRoom()));
  afterEach(() => page.remove());

  const open = async (tag: 'balcao-checkout' | 'balcao-pix', settings: Record<string, unknown>): Promise<void> => {
    const service = { 'base-url': room.baseUrl, 'token-url': room.tokenUrl };
    page = await CheckoutPage.open(tag, { ...service, amount: '149.90', 'order-id': `order-${room.name}`, ...settings });
  };
  const problems = (): unknown[] => page.events.flatMap(({ name, detail }) => (name === 'balcao-problem' ? [detail] : []));

  it('lets a page for the sandbox pay there, card and Pix', async () => {
    await open('balcao-checkout', { environment: 'sandbox', methods: 'card' });
    await page.fill();
    expect(await page.element.pay()).to.include({ status: 'approved' });
    page.remove();
    await open('balcao-pix', { environment: 'sandbox', 'order-id': 'order-by-pix' });
    await page.clickPay();
    await waitUntil(() => page.eventNames.includes('balcao-pix-created'), 'the Pix code');
    expect(said).to.deep.equal([]);
  });

  it('sends no card of a live page whose token is of the sandbox, keeps what was typed, and says why', async () => {
    await open('balcao-checkout', { environment: 'live', methods: 'card' });
    await page.fill();
    await page.clickPay();
    await page.outcome(/não/);
    expect(page.events.at(-1)).to.include({ name: 'balcao-failed' });
    expect(problems()).to.have.length(1);
    expect(problems()[0]).to.have.property('operation', 'token');
    expect(problems()[0]).to.have.nested.property('error.code', 'invalid-config');
    expect(said.join()).to.match(/^Balcão: environment="live" does not fit the service: the token answer says "sandbox"\./);
    expect(await page.card.read('holderName')).not.to.equal('');
    expect((await room.state()).requests).to.deep.equal([]);
  });

  it('makes no Pix code there either', async () => {
    await open('balcao-pix', { environment: 'live' });
    await page.clickPay();
    await page.outcome(/não/);
    expect(said.join()).to.contain('environment="live" does not fit the service');
    expect((await room.state()).requests).to.deep.equal([]);
  });

  it('offers nothing where the profile is of the other environment, also with a relay', async () => {
    const profile = { environment: 'live' };
    await open('balcao-checkout', { environment: 'sandbox', profile, 'base-url': room.relayUrl, 'token-url': '' });
    await page.outcome(/Pagamento indisponível/);
    expect(page.part('methods').checkVisibility(), 'no row that looks as if it could be used').to.equal(false);
    expect(said.join()).to.match(/<balcao-checkout> environment="sandbox" does not fit the service: profile.environment says "live"\./);
    expect(await page.element.pay()).to.have.nested.property('error.code', 'invalid-config');
    expect((await room.state()).requests).to.deep.equal([]);
  });

  it('asks for a new token once the page has put the setting right', async () => {
    await open('balcao-checkout', { environment: 'live', methods: 'card' });
    await page.fill();
    expect(await page.element.pay()).to.have.nested.property('error.code', 'invalid-config');
    page.element.setAttribute('environment', 'sandbox');
    expect(await page.element.pay()).to.include({ status: 'approved' });
  });
});
