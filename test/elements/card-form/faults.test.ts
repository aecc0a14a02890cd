import { expect } from '@open-wc/testing';
import type { TokenAnswer } from '../../../src/client/tokens/token.js';
import type { PaymentOutcome } from '../../../src/domain/order/outcome.js';
import type { FaultName, FaultParams } from '../../../src/sandbox/index.js';
import type { Tab } from '../../model/tab.js';
import { CARD, SAYS, TestOrder } from '../../model/test-order.js';
import { TIME_LIMITS } from '../../support/time-limits.js';

/** Ways in which a token can fail to come, and what the shop's function then does. */
const NO_TOKEN: Record<string, () => unknown> = {
  throws: () => {
    throw new Error(`no token for ${CARD.number}`);
  },
  rejects: () => Promise.reject(new TypeError('offline')),
  'answers nothing': () => undefined,
  'answers an object without a token': () => ({ tokem: 'x' }),
  'answers an empty token': () => '',
  'answers a token that no header takes': () => 'a\nb',
  hangs: () => new Promise(() => undefined),
};

describe('balcao-card-form: a token that does not come', () => {
  let order: TestOrder;

  beforeEach(async () => {
    order = await TestOrder.create();
  });

  afterEach(() => order.end());

  const expectKept = async (tab: Tab): Promise<void> => {
    expect(await tab.card.readAll()).to.deep.equal(['4111 1111 1111 1111', '01/31', '737', 'MARIA DA SILVA']);
  };

  /** `asked`: settles when the token was asked for, where it never comes. */
  const payWithoutToken = async (tab: Tab, asked?: Promise<unknown>): Promise<PaymentOutcome> => {
    const paying = tab.pay();
    if (asked) {
      await asked;
      await tab.runOut(TIME_LIMITS.otherMs);
    }
    return paying;
  };

  for (const [what, getToken] of Object.entries(NO_TOKEN)) {
    it(`has not charged when getToken ${what}, and keeps what was typed`, async () => {
      let tellAsked: () => void = () => undefined;
      const asked = new Promise<void>((resolve) => (tellAsked = resolve));
      const ask = (): unknown => {
        tellAsked();
        return getToken();
      };
      const tab = await order.openFilledIn({ properties: { getToken: ask } });
      expect(await payWithoutToken(tab, what === 'hangs' ? asked : undefined)).to.have.nested.property('error.code', 'token-source');
      await tab.says(/O pagamento não foi feito Você não foi cobrado/);
      await expectKept(tab);
      expect((await order.room.state()).requests).to.have.length(0);
      expect(tab.log.join('\n')).not.to.include(CARD.number);
    });
  }

  for (const fault of ['403', '500', 'hang', 'reset', 'garbage', 'html', 'empty'] as const) {
    it(`has not charged when the token endpoint answers "${fault}", and can pay afterwards`, async () => {
      // A browser may itself ask again, more than once, on a broken connection that it had used before.
      await order.room.shop.fault('token', fault, { times: fault === 'reset' ? 20 : 1 });
      const tab = await order.openFilledIn();
      const asked = fault === 'hang' ? order.room.shop.waitForRequests('token') : undefined;
      expect(await payWithoutToken(tab, asked)).to.have.nested.property('error.code', 'token-source');
      await expectKept(tab);
      await order.room.shop.clearFaults();
      expect((await tab.pay()).status).to.equal('approved');
      expect(await order.countCharges()).to.equal(1);
    });
  }

  for (const [closed, says] of [
    ['paid', /Pagamento aprovado/],
    ['closed', /Este pedido está encerrado/],
  ] as const) {
    it(`shows the order as it is when the token answer says { closed: "${closed}" }`, async () => {
      const getToken = (): TokenAnswer => ({ closed });
      const tab = await order.openFilledIn({ properties: { getToken } });
      await tab.pay();
      await tab.says(says);
      expect(tab.isPayable).to.equal(false);
      // Of an order that is paid nothing failed.
      expect((await tab.pay()).status).to.equal(closed === 'paid' ? 'cancelled' : 'failed');
      const failures = tab.outcomes.filter(({ by, status }) => by === 'event' && status === 'failed');
      expect(failures).to.have.length(closed === 'paid' ? 0 : 1);
      expect((await order.room.state()).requests).to.have.length(0);
    });
  }

  it('closes the order when the token endpoint answers 409', async () => {
    await order.room.shop.fault('token', '409');
    const tab = await order.openFilledIn();
    await tab.pay();
    await tab.says(/Este pedido está encerrado/);
  });
});

/** Answers that are meant to harm, each with what must come of it. */
const HOSTILE: readonly { fault: FaultName; params?: FaultParams; status: 'approved' | 'unconfirmed'; charges: number }[] = [
  { fault: 'huge', params: { bytes: 50_000_000 }, status: 'unconfirmed', charges: 1 },
  { fault: 'deep-json', status: 'unconfirmed', charges: 1 },
  { fault: 'drip', params: { ms: 3_600_000 }, status: 'unconfirmed', charges: 1 },
  { fault: 'wrong-charset', params: { charset: 'iso-8859-1' }, status: 'approved', charges: 1 },
  { fault: 'wrong-charset', params: { charset: 'utf-16' }, status: 'unconfirmed', charges: 1 },
  { fault: 'redirect', params: { status: 307 }, status: 'unconfirmed', charges: 0 },
  { fault: 'redirect', params: { status: 308 }, status: 'unconfirmed', charges: 0 },
  { fault: 'redirect', params: { status: 303 }, status: 'unconfirmed', charges: 0 },
];

describe('balcao-card-form: answers that are meant to harm', () => {
  let order: TestOrder;

  beforeEach(async () => {
    order = await TestOrder.create();
  });

  afterEach(() => order.end());

  for (const { fault, params = {}, status, charges } of HOSTILE) {
    it(`ends, and gives nothing away, after "${fault}" ${JSON.stringify(params)}`, async () => {
      await order.room.fault('processPayment', fault, params);
      const tab = await order.openFilledIn();
      const outcome = await (fault === 'drip' ? order.payUnanswered(tab) : tab.pay());
      expect(outcome.status).to.equal(status);
      await tab.says(status === 'approved' ? SAYS.approved : SAYS.unconfirmed);
      expect(await order.countCharges()).to.equal(charges);
      expect((await order.room.state()).collected, 'what followed a redirect').to.deep.equal([]);
      expect(`${tab.text} ${tab.log.join(' ')}`.replace(/\D/g, '')).not.to.include(CARD.number);
    });
  }

  it('follows no redirect to another host', async () => {
    // The shop's own server, which writes every request down: another host than the service's.
    await order.room.fault('processPayment', 'redirect', { to: order.room.notifyUrl });
    const tab = await order.openFilledIn();
    expect((await tab.pay()).status).to.equal('unconfirmed');
    const endpoints = (await order.room.shop.state()).requests.map(({ endpoint }) => endpoint);
    expect(endpoints).to.deep.equal(['token']);
  });
});
