import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { PageMessage } from '../../src/channel/page-message.js';
import { waitUntil } from '../support/wait-until.js';
import { FramePage } from './frame-page.js';

const CLEAR_ALL: PageMessage = { type: 'clear', what: 'all' };

/** What a shopper types, and what a page could tell apart if it began anew at any digit. */
const NUMBER = '5412345678901234';

describe('fields in a frame, while somebody types', () => {
  let page: FramePage;

  beforeEach(async () => {
    page = await FramePage.open();
    page.input('number').focus();
  });

  afterEach(() => page.remove());

  /** Types key by key. After each key the page says something, as soon as it has heard of the key. */
  const typeAgainst = async (text: string, ...messages: PageMessage[]): Promise<void> => {
    for (const key of text) {
      await sendKeys({ type: key });
      await page.check();
      for (const message of messages) page.send(message);
      await page.check();
    }
  };
  const number = (): string => page.input('number').value.replaceAll(' ', '');
  /** What the page has heard of the card, each time without the number of the question. */
  const heard = (): unknown[] => page.all('state').map(({ state }) => state);

  it('are emptied once they rest, for 2 s by the clock of the frame', async () => {
    await typeAgainst(NUMBER, CLEAR_ALL);
    expect(number()).to.equal(NUMBER);
    await page.clock.advance(1999);
    expect(number()).to.equal(NUMBER);
    await page.clock.advance(1);
    expect(page.texts).to.deep.equal(['', '', '', '']);
    expect((await page.check()).isTyped).to.equal(false);
  });

  it('are emptied once, and keep what is typed after that', async () => {
    await typeAgainst('54', CLEAR_ALL, CLEAR_ALL);
    await page.clock.advance(2000);
    await sendKeys({ type: '41' });
    await page.clock.advance(60_000);
    expect(number()).to.equal('41');
  });

  it('wait anew with each key', async () => {
    await typeAgainst('5', CLEAR_ALL);
    await page.clock.advance(1999);
    await sendKeys({ type: '4' });
    await page.clock.advance(1999);
    expect(number()).to.equal('54');
    await page.clock.advance(1);
    expect(number()).to.equal('');
  });

  it('are emptied as soon as the shopper leaves the field', async () => {
    await typeAgainst(NUMBER, CLEAR_ALL);
    await sendKeys({ press: 'Tab' });
    await waitUntil(() => number() === '', 'empty fields');
    expect((await page.check()).isTyped).to.equal(false);
    expect(page.clock.pending).to.equal(0);
  });

  it('tell a page that empties them after each key no more than one that does nothing', async () => {
    await typeAgainst(NUMBER, { type: 'check', turn: 1_000_000 });
    const quiet = new Set(heard().map((state) => JSON.stringify(state)));
    page.remove();
    page = await FramePage.open();
    page.input('number').focus();
    await typeAgainst(NUMBER, CLEAR_ALL, { type: 'clear', what: 'code' });
    expect(heard().filter((state) => !quiet.has(JSON.stringify(state)))).to.deep.equal([]);
  });

  it('have their code emptied by the same rule', async () => {
    page.input('securityCode').focus();
    await typeAgainst('12', { type: 'clear', what: 'code' });
    expect(page.input('securityCode').value).to.equal('12');
    await page.clock.advance(2000);
    expect(page.input('securityCode').value).to.equal('');
  });

  it('keep the focus where the shopper types, and lead it on afterwards', async () => {
    await typeAgainst('5412', { type: 'focus', field: 'expirationDate' });
    expect(number()).to.equal('5412');
    expect(page.input('expirationDate').value).to.equal('');
    await page.clock.advance(2000);
    await waitUntil(() => page.fields.shadowRoot?.activeElement === page.input('expirationDate'), 'the focus');
  });

  it('do not lead back a shopper who has gone to another field', async () => {
    await typeAgainst('54', { type: 'focus', field: 'securityCode' });
    await sendKeys({ press: 'Tab' });
    await page.clock.advance(2000);
    await page.fields.updateComplete;
    expect(page.fields.shadowRoot?.activeElement).to.equal(page.input('expirationDate'));
  });

  it('are not locked between two keys, by which a page could choose among the digits', async () => {
    for (const [at, key] of [...'541234'].entries()) {
      await sendKeys({ type: key });
      page.sendForm({ isBusy: at % 2 === 0, isDisabled: at % 3 === 0 });
      await page.check();
      await page.fields.updateComplete;
    }
    expect(number()).to.equal('541234');
  });

  it('are locked once they rest, unless the page has thought better of it', async () => {
    const isLocked = (): boolean => page.input('number').readOnly || page.input('number').disabled;
    await sendKeys({ type: '5' });
    page.sendForm({ isBusy: true });
    await page.check();
    await page.clock.advance(2000);
    await waitUntil(isLocked, 'locked fields');
    page.sendForm();
    await page.check();
    await waitUntil(() => !isLocked(), 'fields to type into');
    await sendKeys({ type: '4' });
    page.sendForm({ isDisabled: true });
    page.sendForm();
    await page.check();
    await page.clock.advance(2000);
    await page.fields.updateComplete;
    expect(isLocked()).to.equal(false);
    expect(number()).to.equal('54');
  });

  it('are emptied at once where nobody types: after a payment, or where the order is another', async () => {
    await sendKeys({ type: '5412' });
    await page.clock.advance(2000);
    page.send(CLEAR_ALL);
    expect((await page.check()).isTyped).to.equal(false);
  });

  it('are emptied before they are sent with Enter', async () => {
    page.fill();
    page.input('securityCode').focus();
    await sendKeys({ press: 'Backspace' });
    await sendKeys({ type: '3' });
    page.send(CLEAR_ALL);
    await page.check();
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => page.texts.join('') === '', 'empty fields');
  });
});
