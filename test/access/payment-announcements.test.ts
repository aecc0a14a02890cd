import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { FakeTime } from '../elements/pix/fake-time.js';
import { returnToPage } from '../elements/pix/pix-page.js';
import type { SavedCardsPage } from '../elements/saved-cards/saved-cards-page.js';
import { DocumentedTables, type Cells } from '../model/document.js';
import { APPROVED_CARD, waitUntil } from '../support/checkout-page.js';
import { openRoom, type Room } from '../support/sandbox-room.js';
import { openCheckout } from './checkout-states.js';
import { Ear, type Announcement } from './ear.js';

const PAGES = ['accessibility.md', 'pt-BR/accessibility.md'];

/** The same words for each of these pages. */
type Words = readonly [english: string, portuguese: string];

const HEAD: readonly Words[] = [
  ['payment', 'pagamento'],
  ['what happens', 'o que acontece'],
  ['how', 'como'],
  ['what is read', 'o que é lido'],
];

const MANNERS: Readonly<Record<Announcement['from'], Words>> = {
  polite: ['polite', 'polite'],
  assertive: ['assertive', 'assertive'],
  focus: ['focus', 'foco'],
  'nameless focus': ['focus on the region', 'foco na região'],
};

const SAME: Words = ['the same text', 'o mesmo texto'];
const TAB: Words = ['Tab', 'Tab'];
const PRESS: Words = ['Enter on the button', 'Enter no botão'];

/** A test number that the sandbox declines. */
const DECLINED_NUMBER = '4000000000000002';

const HALF_AN_HOUR_MS = 1_800_000;

/** A payment by keyboard, with all that is read meanwhile. */
class Recording {
  readonly room: Room;
  readonly page: SavedCardsPage;
  readonly #ear: Ear;
  readonly #link = Object.assign(document.createElement('a'), { href: '#', textContent: 'before' });
  readonly #rows: (readonly [step: Words, from: Words, read: Words])[] = [];

  private constructor(room: Room, page: SavedCardsPage) {
    this.room = room;
    this.page = page;
    this.#ear = new Ear(page.element);
    page.element.before(this.#link);
    this.#link.focus();
  }

  /** Opens a checkout, with the focus before it. */
  static async begin(settings: Readonly<Record<string, unknown>> = {}): Promise<Recording> {
    const room = await openRoom();
    return new Recording(room, await openCheckout(room, { settings }));
  }

  /** Does something and notes what is read until something is read in this manner, with these words. */
  async note(step: Words, act: () => unknown, manner: Announcement['from'], last = ''): Promise<void> {
    await act();
    const { announcements } = this.#ear;
    await waitUntil(
      () => this.#ear.listen() ?? announcements.some(({ from, words }) => from === manner && words.includes(last)),
      () => `"${last}" to be read; so far: ${announcements.map(({ from, words }) => `${from}: ${words}`).join(' | ')}`,
    );
    await this.page.element.updateComplete;
    for (const { from, words } of this.#listen()) {
      const masked = maskWords(words);
      const isSame = this.#rows.at(-1)?.[2][0] === masked;
      this.#rows.push([step, MANNERS[from], isSame ? SAME : [masked, masked]]);
    }
  }

  /** Moves to the next control with a real key. */
  async tab(): Promise<void> {
    await this.note(TAB, () => sendKeys({ press: 'Tab' }), 'focus');
  }

  /** Presses the button that has the focus, and waits until the service has the request, to which it does not respond yet. */
  async press(operation: 'processPayment' | 'generatePixQrCode', last: string): Promise<void> {
    await this.room.fault(operation, 'hang');
    await this.note(PRESS, () => sendKeys({ press: 'Enter' }), 'polite', last);
    await this.room.waitForPending();
  }

  /** Types a card and goes on to the button, without a note of the fields. */
  async typeCard(number = APPROVED_CARD.number): Promise<void> {
    await this.page.fill({ ...APPROVED_CARD, number });
    await sendKeys({ press: 'Tab' });
    this.#listen();
  }

  /** Ends the payment. Returns its rows for each page. */
  async end(name: Words): Promise<Cells[][]> {
    this.#ear.stop();
    this.page.remove();
    this.#link.remove();
    await this.room.release();
    expect(this.#ear.unheard, 'comes together with its region').to.deep.equal([]);
    return PAGES.map((_, language) => this.#rows.map((cells) => [name, ...cells].map((words) => words[language] ?? '')));
  }

  /** Returns what was read since the last call. */
  #listen(): Announcement[] {
    this.#ear.listen();
    return this.#ear.announcements.splice(0);
  }
}

/** Leaves out what differs from run to run. */
function maskWords(words: string): string {
  return words
    .replaceAll(/(?<=Identificador )\S+/g, '…')
    .replaceAll(/\d{2}\/\d{2}\/\d{4},? \d{2}:\d{2}(?::\d{2})?/g, '…')
    .replaceAll(/\s+/g, ' ');
}

async function payByCard(): Promise<Cells[][]> {
  const payment = await Recording.begin();
  await payment.tab();
  for (const text of Object.values(APPROVED_CARD)) {
    await payment.tab();
    await sendKeys({ type: text });
  }
  await payment.tab();
  await payment.tab();
  await payment.press('processPayment', 'Processando');
  await payment.note(['the card is approved', 'o cartão é aprovado'], () => payment.room.release(), 'nameless focus', 'Pagamento aprovado');
  return payment.end(['card', 'cartão']);
}

async function payByPix(): Promise<Cells[][]> {
  const clipboard = Object.getOwnPropertyDescriptor(navigator, 'clipboard');
  Object.defineProperty(navigator, 'clipboard', { value: { writeText: async () => undefined }, configurable: true });
  const time = new FakeTime();
  try {
    const payment = await Recording.begin({ methods: 'pix card' });
    const { room, page } = payment;
    const pass = async (seconds: number): Promise<void> => {
      for (let second = 0; second < seconds; second += 1) {
        time.tick(1000);
        await page.element.updateComplete;
      }
    };
    await payment.tab();
    await payment.tab();
    await payment.press('generatePixQrCode', 'Gerando');
    await payment.note(['the code comes', 'o código chega'], () => room.release(), 'focus', 'Copiar código');
    await payment.note(PRESS, () => sendKeys({ press: 'Enter' }), 'polite', 'Código copiado');
    time.jump(HALF_AN_HOUR_MS - 200_000);
    await payment.note(['3 minutes are left', 'faltam 3 minutos'], () => pass(30), 'polite', '3 min');
    await payment.note(['1 minute is left', 'falta 1 minuto'], () => pass(120), 'polite', '1 min');
    await payment.note(['30 seconds are left', 'faltam 30 segundos'], () => pass(25), 'polite', '30 s');
    const comeBackPaid = async (): Promise<void> => {
      await room.pix('settle');
      returnToPage();
    };
    await payment.note(['the Pix is paid', 'o Pix é pago'], comeBackPaid, 'nameless focus', 'Pix recebido');
    return await payment.end(['Pix', 'Pix']);
  } finally {
    time.restore();
    if (clipboard) Object.defineProperty(navigator, 'clipboard', clipboard);
    else Reflect.deleteProperty(navigator, 'clipboard');
  }
}

async function payAfterDecline(): Promise<Cells[][]> {
  const payment = await Recording.begin();
  const { room } = payment;
  const respond = async (): Promise<unknown> => room.release();
  await payment.typeCard(DECLINED_NUMBER);
  await payment.press('processPayment', 'Processando');
  await payment.note(['the card is declined', 'o cartão é recusado'], respond, 'focus', 'não aprovado');
  await payment.tab();
  await payment.note(PRESS, () => sendKeys({ press: 'Enter' }), 'focus', 'Número do cartão');
  await payment.typeCard();
  await payment.press('processPayment', 'Processando');
  await payment.note(['the other card is approved', 'o outro cartão é aprovado'], respond, 'nameless focus', 'Pagamento aprovado');
  return payment.end(['declined, then paid', 'recusado, depois pago']);
}

describe('balcao-checkout: what is read during a payment', () => {
  it('is what docs/accessibility.md says, in both languages', async () => {
    const payments = [await payByCard(), await payByPix(), await payAfterDecline()];
    for (const [language, page] of PAGES.entries()) {
      const document = await DocumentedTables.open(page);
      const head = HEAD.map((words) => words[language] ?? '');
      const rows = payments.flatMap((payment) => payment[language] ?? []);
      document.check('announcements', head, rows, true);
      await document.save();
    }
  });
});
