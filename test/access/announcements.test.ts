import { expect } from '@open-wc/testing';
import type { SavedCardsPage } from '../elements/saved-cards/saved-cards-page.js';
import { waitUntil } from '../support/checkout-page.js';
import { openRoom, type Room } from '../support/sandbox-room.js';
import { CHECKOUT_STATES, openCheckout, type CheckoutState } from './checkout-states.js';
import { Ear } from './ear.js';

describe('balcao-checkout: what is said', () => {
  let room: Room;
  let page: SavedCardsPage;
  let ear: Ear;

  beforeEach(async () => {
    room = await openRoom();
  });

  afterEach(async () => {
    ear.stop();
    page.remove();
    await room.release();
  });

  const open = async (state: Omit<CheckoutState, 'says'>): Promise<void> => {
    page = await openCheckout(room, state);
    ear = new Ear(page.element);
  };

  /** Waits until these words were said. */
  const hear = async (words: string): Promise<void> => {
    await waitUntil(() => ear.count(words), `"${words}" to be heard among ${ear.heard.join(' | ')}`);
    await page.element.updateComplete;
  };

  it('says the error of a field that was left once, where the shopper is by then', async () => {
    await open({});
    await page.type('number', '4111111111111112');
    page.field('holderName').focus();

    await hear('Confira o número');

    expect(ear.heard).to.deep.equal(['Confira o número: algum dígito não bate.']);
  });

  it('says the first error of a payment once, with the field that gets the focus, and leaves the others to their fields', async () => {
    await open({});
    await page.element.pay();
    await hear('Digite o número do cartão.');
    expect(await page.focused()).to.equal('number');
    expect(ear.heard).to.deep.equal(['Digite o número do cartão.']);

    ear.clear();
    page.field('holderName').focus();
    expect(ear.heard).to.deep.equal(['Digite o nome como está no cartão.']);
  });

  it('says once that no card was chosen', async () => {
    await open({ isReturning: true });
    await CHECKOUT_STATES['no card chosen'].reach(page);
    await hear('Escolha um cartão.');

    expect(ear.count('Escolha um cartão.')).to.equal(1);
  });

  it('says once what became of a deletion', async () => {
    await open({ isReturning: true });
    await CHECKOUT_STATES['the deletion question'].reach(page);
    await page.says(/Excluir Roxinho/);
    await page.clickPart('confirm-delete');
    await hear('Roxinho final 1111 foi excluído.');

    expect(ear.count('foi excluído')).to.equal(1);
  });

  for (const [name, words] of [
    ['approved', 'Pagamento aprovado'],
    ['declined', 'Pagamento não aprovado'],
    ['failed', 'O pagamento não foi feito'],
    ['unconfirmed', 'Não conseguimos confirmar o pagamento'],
  ] as const) {
    it(`says once that a payment ended ${name}, in a region that was there`, async () => {
      await open({});
      await CHECKOUT_STATES[name].reach(page, room);
      await hear(words);

      expect(ear.count(words)).to.equal(1);
      expect(ear.unheard).to.deep.equal([]);
    });
  }

  it('says once that a payment is under way, outside of the form that is busy, and then once how it ended', async () => {
    await open({});
    await page.fill();
    ear.clear();
    await room.fault('processPayment', 'hang');
    void page.element.pay();
    await hear('Processando seu pagamento…');
    await room.waitForPending();
    await page.element.updateComplete;
    expect(ear.heard).to.deep.equal(['Processando seu pagamento…']);

    await room.release();
    await hear('Pagamento aprovado');
    expect(ear.count('Processando')).to.equal(1);
    expect(ear.count('Pagamento aprovado')).to.equal(1);
    expect(ear.unheard).to.deep.equal([]);
  });

  for (const [name, words] of [
    ['Pix waiting', 'Aguardando o pagamento'],
    ['Pix expired', 'O código venceu'],
    ['Pix cancelled', 'Este código não vale mais'],
    ['Pix paid', 'Pix recebido'],
  ] as const) {
    it(`says once: ${name}, in a region that was there, and no second of the countdown`, async () => {
      const { settings, reach } = CHECKOUT_STATES[name];
      await open({ settings });
      await reach(page, room);
      await hear(words);

      expect(ear.count(words)).to.equal(1);
      expect(ear.heard.filter((each) => /vence em \d+:\d\d/.test(each))).to.deep.equal([]);
      expect(ear.unheard).to.deep.equal([]);
    });
  }
});
