import '../../../src/elements/card-form/define.js';
import { expect } from '@open-wc/testing';
import { isSameSite } from '../../../src/elements/card-form/card-path.js';
import { CheckoutPage, waitUntil } from '../../support/checkout-page.js';
import { isFramed } from '../../support/frame/use-frame.js';
import { openRoom, orderOf, type Room } from '../../support/sandbox-room.js';

describe('balcao-card-form: where the card goes', () => {
  let room: Room;
  let page: CheckoutPage;

  beforeEach(async () => {
    room = await openRoom();
  });

  afterEach(async () => {
    page.remove();
    await room.release();
  });

  const open = async (settings: Record<string, unknown>): Promise<HTMLElement> => {
    page = await CheckoutPage.open('balcao-card-form', { ...orderOf(room), ...settings });
    return page.part('card-path');
  };

  it('is said above the fields, in the language of the page, and moves nothing when it comes', async () => {
    const line = await open({});
    const where = isFramed ? /^Você digita o cartão na página de \S+$/ : /^Seus dados vão direto para a operadora$/;
    await waitUntil(() => where.test(line.textContent ?? ''), 'the line');
    const { height } = line.getBoundingClientRect();
    line.replaceChildren();
    expect(line.getBoundingClientRect().height).to.be.closeTo(height, 1);
  });

  if (isFramed) return;

  it('is the provider as far as the page knows: not if the shop passes the card on', async () => {
    const line = await open({ 'base-url': '/service/' });
    await waitUntil(() => line.textContent === 'Conexão segura até a operadora', 'the line');
  });

  it('is left open if a client of the shop sends the card', async () => {
    const line = await open({ client: { processPayment: () => undefined } });
    await waitUntil(() => page.element.shadowRoot?.querySelector('.mark'), 'the late code');
    expect(line.textContent?.trim()).to.equal('');
  });
});

describe('isSameSite', () => {
  for (const [one, other, expected] of [
    ['www.loja.com.br', 'api.loja.com.br', true],
    ['loja.com.br', 'pagamentos.loja.com.br', true],
    ['loja.com.br', 'operadora.com.br', false],
    ['loja.com', 'api.loja.com', true],
    ['loja.com', 'operadora.com', false],
    ['loja.app.br', 'loja.app.br', true],
    ['10.0.0.1', '10.0.0.2', false],
    ['loja.example', 'payments.example', false],
  ] as const) {
    it(`is ${expected} for ${one} and ${other}`, () => {
      expect(isSameSite(one, other)).to.equal(expected);
    });
  }
});
