import '../../../src/elements/pix/define.js';
import { expect } from '@open-wc/testing';
import { waitUntil } from '../../support/checkout-page.js';
import { collectErrors } from '../../support/console-errors.js';
import type { Room } from '../../support/sandbox-room.js';
import { FakeTime } from './fake-time.js';
import { PixPage, returnToPage } from './pix-page.js';

const HALF_AN_HOUR_MS = 1_800_000;

describe('balcao-pix: watching a charge', () => {
  let room: Room;
  let settings: Record<string, unknown>;
  let time: FakeTime;
  const pages: PixPage[] = [];
  const errors = collectErrors();

  const open = async (more: Record<string, unknown> = {}): Promise<PixPage> => {
    const page = await PixPage.open({ ...settings, ...more });
    pages.push(page);
    return page;
  };
  const questions = async () => (await room.state()).requests.filter(({ operation }) => operation === 'pixStatus').length;
  /** The shopper comes back to the page after a while, which may have slept. */
  const comeBack = (afterMs = 2000): void => {
    time.jump(afterMs);
    returnToPage();
  };

  beforeEach(async () => {
    ({ room, settings } = await PixPage.settings());
    // Tokens that do not tell the time: the device's clock, which the test moves, is all there is.
    settings = { ...settings, 'token-url': '', getToken: async () => (await room.issueToken()).token };
    time = new FakeTime();
  });

  afterEach(() => {
    pages.splice(0).forEach(({ page }) => page.remove());
    time.restore();
  });

  it('says that it was paid, once, and asks no more', async () => {
    const page = await open();
    await page.create();
    await room.pix('settle');
    await time.advance(12_000);
    await page.page.outcome(/Pix recebido/);
    expect((await page.part('status')).textContent, 'once').to.equal('');
    expect(page.hasCode).to.equal(false);
    const asked = await questions();
    comeBack();
    await time.advance(600_000);
    expect(await questions()).to.equal(asked);
    expect(page.told('balcao-pix-paid')).to.have.length(1);
    expect(page.told('balcao-pix-paid')[0]).to.include({ status: 'paid' });
    expect(page.told('balcao-pix-paid')[0]).to.not.have.any.keys('late', 'duplicate');
  });

  it('asks at once when the shopper comes back', async () => {
    const page = await open();
    await page.create();
    await room.pix('settle');
    comeBack(4000);
    await page.waitFor('balcao-pix-paid');
  });

  it('closes the order for every element that comes later', async () => {
    const page = await open();
    await page.create();
    await room.pix('settle');
    comeBack();
    await page.waitFor('balcao-pix-paid');
    page.page.remove();
    const later = await open();
    await later.page.outcome(/Pix recebido/);
    expect(await later.element.create()).to.equal(undefined);
    expect((await room.state()).pix).to.have.length(1);
  });

  it('says that the code is over only after an answer, offers a new one, and tells of a late payment of the old', async () => {
    const page = await open();
    const first = await page.create();
    (await page.part('copy-button')).focus();
    const { left } = (await page.part('pix-mark')).getBoundingClientRect();
    await room.fault('pixStatus', 'hang');
    comeBack(HALF_AN_HOUR_MS + 1000);
    await page.says(/Conferindo o pagamento/);
    expect(page.hasCode, 'a code that is over').to.equal(false);
    expect((await page.part('pix-mark')).getBoundingClientRect().left, 'where it was beside the QR').to.be.closeTo(left, 1);
    await room.waitForPending();
    expect(page.told('balcao-pix-expired')).to.have.length(0);
    await room.release();
    await page.says(/O código venceu.*não pague de novo.*Gerar novo código/);
    await page.waitFor('balcao-pix-expired');
    expect(await page.page.focused(), 'where the shopper goes on').to.equal('new-code-button');

    await page.page.click(page.page.part('new-code-button'));
    expect(await page.code()).to.not.equal(first);
    expect(page.told('balcao-pix-created')).to.have.length(2);

    const [old] = (await room.state()).pix;
    await room.pix('settle', old?.id);
    comeBack(30_000);
    expect(await page.waitFor('balcao-pix-paid')).to.include({ chargeId: old?.id, late: true });
    await page.page.outcome(/Pix recebido/);
    comeBack(30_000);
    expect(page.told('balcao-pix-paid')).to.have.length(1);
    expect(page.told('balcao-pix-expired')).to.have.length(1);
  });

  it('asks about an expired code when the shopper says that it was paid', async () => {
    const page = await open();
    await page.create();
    // So late that the page itself asks no more for minutes: a question of its own would take the fault.
    comeBack(HALF_AN_HOUR_MS + 660_000);
    await page.says(/O código venceu.*Gerar novo código.*Já paguei, verificar/);
    await room.fault('pixStatus', 'hang');
    const asked = await questions();
    await page.page.click(page.page.part('check-button'));
    await page.says(/Verificando…/);
    await room.waitForPending();
    await page.page.click(page.page.part('check-button'));
    await room.release();
    await page.says(/O pagamento ainda não chegou.*não pague de novo.*Já paguei, verificar/);
    expect(await questions(), 'asked once').to.equal(asked + 1);
    await room.pix('settle');
    await page.page.click(page.page.part('check-button'));
    await page.page.outcome(/Pix recebido/);
  });

  it('tells of a charge that was cancelled, and offers a new code', async () => {
    const page = await open();
    await page.create();
    await room.pix('cancel');
    comeBack();
    expect(await page.waitFor('balcao-pix-ended')).to.include({ status: 'cancelled' });
    await page.says(/Este código não vale mais/);
    await page.page.click(page.page.part('new-code-button'));
    await page.code();
    expect((await room.state()).pix).to.have.length(2);
  });

  it('takes no unknown word for a payment', async () => {
    await room.fault('pixStatus', 'status-word', { word: 'APPROVED', times: 2 });
    const page = await open();
    await page.create();
    comeBack();
    await room.waitForRequests('pixStatus', 1);
    comeBack();
    await room.waitForRequests('pixStatus', 2);
    await page.says(/Aguardando o pagamento/);
    expect(page.told('balcao-pix-paid')).to.have.length(0);
  });

  for (const [fault, requests] of [
    ['401', 2],
    ['403', 1],
    ['404', 1],
    ['405', 1],
  ] as const) {
    it(`leaves the word to the shop after a ${fault}, and tells the developer once`, async () => {
      await room.fault('pixStatus', fault, { times: 20 });
      const page = await open();
      const code = await page.create();
      // A younger charge may be one that the service does not know yet.
      comeBack(31_000);
      await page.says(/A loja confirmará o pagamento/);
      expect(await page.code(), 'the code is still good').to.equal(code);
      await time.advance(60_000);
      expect(await questions()).to.equal(requests);
      comeBack();
      await room.waitForRequests('pixStatus', 2 * requests);
      await time.advance(60_000);
      expect(await questions(), 'one at each return').to.equal(2 * requests);
      const problems = page.page.events.filter(({ name }) => name === 'balcao-problem');
      expect(problems).to.have.length(1);
      expect(problems[0]).to.have.nested.property('detail.operation', 'pix-status');
      expect(errors.filter((line) => /status-url/.test(line))).to.have.length(1);
      comeBack(HALF_AN_HOUR_MS);
      await time.advance(1000);
      await waitUntil(() => !page.hasCode, 'the code to go');
      expect(page.page.text, 'neither paid nor expired').to.not.match(/venceu|aprovado/);
      await room.clearFaults();
      await room.pix('settle');
      comeBack();
      await page.waitFor('balcao-pix-paid');
    });
  }

  it('calls no code expired for a clock that was put a day ahead, while the service says that it waits', async () => {
    const page = await open();
    const code = await page.create();
    comeBack(48 * HALF_AN_HOUR_MS);
    await room.waitForRequests('pixStatus');
    await page.says(/Aguardando o pagamento/);
    await time.advance(60_000);
    expect(page.told('balcao-pix-expired')).to.have.length(0);
    expect(await page.code()).to.equal(code);
    await room.pix('expire');
    comeBack();
    await page.says(/O código venceu/);
  });

  it('says that the device is offline, and that the code stays good', async () => {
    const page = await open();
    await page.create();
    Object.defineProperty(navigator, 'onLine', { configurable: true, value: false });
    dispatchEvent(new Event('offline'));
    await page.says(/Sem internet. Seu Pix continua valendo/);
    Reflect.deleteProperty(navigator, 'onLine');
    dispatchEvent(new Event('online'));
    await page.says(/Aguardando o pagamento/);
  });

  it('counts down by the clock, and speaks at three minutes, two, one and thirty seconds, the last two minutes with more weight', async () => {
    const page = await open();
    await page.create();
    const timer = await page.part('countdown');
    expect(timer.getAttribute('role')).to.equal('timer');
    expect(timer.textContent).to.match(/^O código vence em (30:00|29:5\d)$/);
    time.jump(HALF_AN_HOUR_MS - 190_000);
    const heard: string[] = [];
    const spoken = timer.nextElementSibling;
    for (let second = 0; second < 185; second++) {
      time.tick(1000);
      await page.element.updateComplete;
      const words = spoken?.textContent ?? '';
      if (words && heard.at(-1) !== words) heard.push(words);
    }
    const soon = ['2 min', '1 min', '30 s'].map((left) => `Falta pouco: o código vence em ${left}`);
    expect(heard).to.deep.equal(['O código vence em 3 min', ...soon]);
    expect(timer.textContent).to.match(/^Falta pouco: o código vence em 0:0\d$/);
    expect(getComputedStyle(timer).color).to.equal(getComputedStyle(await page.part('countdown-ring')).stroke);
  });

  it('shows time as the service tells it on a device whose clock is ten minutes ahead', async () => {
    time.restore();
    time = new FakeTime(600_000);
    settings = { ...settings, 'token-url': room.tokenUrl, getToken: undefined };
    const page = await open();
    const code = await page.create();
    expect((await page.part('countdown')).textContent).to.match(/(30:00|29:5\d)$/);
    const [made] = (await room.state()).pix;
    expect(made && made.expiresAt - made.createdAt).to.be.within(1_790_000, 1_801_000);
    page.page.remove();
    const later = await open({ 'pix-expires-in': '300' });
    expect(await later.code()).to.equal(code);
    await room.waitForRequests('pixStatus');
    await time.advance(1000);
    await later.says(/vence em (30:00|29:5\d)/);
  });
});
