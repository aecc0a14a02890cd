import '../../../src/elements/card-form/define.js';
import { expect } from '@open-wc/testing';
import type { PaymentOutcome } from '../../../src/domain/order/outcome.js';
import type { FaultName, FaultParams } from '../../../src/sandbox/index.js';
import { CheckoutPage } from '../../support/checkout-page.js';
import { openRoom, type Room } from '../../support/sandbox-room.js';

/** One row of the outcome table: what the service does, and what must come of it. */
interface Row {
  fault: FaultName;
  params?: FaultParams;
  status: PaymentOutcome['status'];
  charges: 0 | 1;
  /** The code of a `failed`. */
  code?: string;
  says: RegExp;
}

const DECLINED = /Pagamento não aprovado Você não foi cobrado/;
const FAILED = /O pagamento não foi feito Você não foi cobrado/;
const UNCONFIRMED = /Não conseguimos confirmar o pagamento Não pague de novo/;

const TABLE: readonly Row[] = [
  { fault: 'no-message-after-charge', status: 'approved', charges: 1, says: /Pagamento aprovado/ },
  { fault: 'identifier-number', status: 'approved', charges: 1, says: /Pagamento aprovado/ },
  { fault: 'decline', status: 'declined', charges: 0, says: DECLINED },
  { fault: 'success-false', params: { message: 'Saldo insuficiente' }, status: 'declined', charges: 0, says: /Saldo insuficiente/ },
  { fault: '402', status: 'declined', charges: 0, says: DECLINED },
  { fault: '400', status: 'failed', code: 'invalid-request', charges: 0, says: FAILED },
  { fault: '403', status: 'failed', code: 'forbidden', charges: 0, says: FAILED },
  { fault: '404', status: 'failed', code: 'not-found', charges: 0, says: FAILED },
  { fault: '405', status: 'failed', charges: 0, says: FAILED },
  { fault: '413', status: 'failed', charges: 0, says: FAILED },
  { fault: '415', status: 'failed', charges: 0, says: FAILED },
  { fault: '429', params: { retryAfter: 3 }, status: 'failed', code: 'rate-limited', charges: 0, says: FAILED },
  { fault: '4xx-success-true', status: 'unconfirmed', charges: 1, says: UNCONFIRMED },
  { fault: '408', status: 'unconfirmed', charges: 0, says: UNCONFIRMED },
  { fault: '408-after-charge', status: 'unconfirmed', charges: 1, says: UNCONFIRMED },
  { fault: '409', status: 'unconfirmed', charges: 0, says: UNCONFIRMED },
  { fault: '500', status: 'unconfirmed', charges: 0, says: UNCONFIRMED },
  { fault: '503-after-charge', status: 'unconfirmed', charges: 1, says: UNCONFIRMED },
  { fault: 'reset-after-charge', status: 'unconfirmed', charges: 1, says: UNCONFIRMED },
  { fault: 'no-cors-after-charge', status: 'unconfirmed', charges: 1, says: UNCONFIRMED },
  { fault: 'redirect', status: 'unconfirmed', charges: 0, says: UNCONFIRMED },
  { fault: 'wrong-shape-after-charge', status: 'unconfirmed', charges: 1, says: UNCONFIRMED },
  { fault: 'html-after-charge', status: 'unconfirmed', charges: 1, says: UNCONFIRMED },
  { fault: 'empty-after-charge', status: 'unconfirmed', charges: 1, says: UNCONFIRMED },
];

describe('balcao-card-form: what a charge comes to', () => {
  let room: Room;
  let page: CheckoutPage;

  beforeEach(async () => {
    room = await openRoom();
    page = await CheckoutPage.open('balcao-card-form', { 'base-url': room.baseUrl, 'token-url': room.tokenUrl, amount: '149.90' });
    await page.fill();
  });

  afterEach(() => page.remove());

  it('approves with one charge, clears the card and says so', async () => {
    await page.clickPay();
    await page.outcome(/Pagamento aprovado.*R\$ 149,90.*Visa final 1111/);

    const charges = await room.charges();
    expect(charges).to.have.length(1);
    expect(charges[0]).to.include({ amount: 149.9, installments: 1, whoPaysFee: 'merchant', last4: '1111' });
    expect(page.eventNames.filter((name) => name === 'balcao-approved')).to.have.length(1);
    expect(await page.card.readAll()).to.deep.equal(['', '', '', '']);
  });

  for (const { fault, params, status, charges, code, says } of TABLE) {
    it(`calls "${fault}" ${status}, with ${charges} charged`, async () => {
      await room.fault('processPayment', fault, params);

      const outcome = await page.element.pay();

      expect(outcome.status).to.equal(status);
      if (outcome.status === 'failed' && code) expect(outcome.error.code).to.equal(code);
      await page.outcome(says);
      expect(await room.charges()).to.have.length(charges);
      expect(page.eventNames.filter((name) => name === `balcao-${status}`)).to.have.length(1);
      expect(await page.card.read('securityCode')).to.equal('');
      const keepsCard = status === 'declined' || status === 'failed';
      expect(await page.card.read('number')).to.equal(keepsCard ? '4111 1111 1111 1111' : '');
    });
  }

  it('asks for one new token after a 401 and pays with it', async () => {
    await room.fault('processPayment', '401');

    const outcome = await page.element.pay();

    expect(outcome.status).to.equal('approved');
    expect(await room.charges()).to.have.length(1);
    expect((await room.shop.state()).requests.filter(({ endpoint }) => endpoint === 'token')).to.have.length(2);
  });

  it('gives up after a second 401', async () => {
    await room.fault('processPayment', '401', { times: 2 });

    const outcome = await page.element.pay();

    expect(outcome).to.have.nested.property('error.code', 'unauthorized');
    expect(await room.charges()).to.have.length(0);
    expect((await room.state()).requests.filter(({ operation }) => operation === 'processPayment')).to.have.length(2);
  });

  it('keeps everything that was typed when there is no token', async () => {
    await room.shop.fault('token', '500');

    const outcome = await page.element.pay();

    expect(outcome).to.have.nested.property('error.code', 'token-source');
    expect(await page.card.read('number')).to.equal('4111 1111 1111 1111');
    expect(await page.card.read('securityCode')).to.equal('737');
    expect((await room.state()).requests).to.have.length(0);
  });

  it('closes the order when the token answer says that it is paid', async () => {
    await room.shop.fault('token', 'closed');

    await page.element.pay();

    await page.outcome(/encerrado|aprovado/);
    expect((await room.state()).requests).to.have.length(0);
    expect(await page.card.readAll()).to.deep.equal(['', '', '', '']);
  });
});
