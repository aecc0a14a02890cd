import '../../../src/elements/checkout/define.js';
import { expect } from '@open-wc/testing';
import type { CardState } from '../../../src/channel/card-state.js';
import type { FrameMessage } from '../../../src/channel/frame-message.js';
import { pageMessageSchema, type PageMessage, type PageMessageOf } from '../../../src/channel/page-message.js';
import { EMPTY_CARD } from '../../../src/controllers/card-frame/frame-link.js';
import type { CardForm } from '../../../src/elements/card-form/card-form.js';
import { waitUntil } from '../../support/checkout-page.js';
import { collectErrors } from '../../support/console-errors.js';

const FRAME_URL = 'https://pay.provider.example/shop-1/v1/';
const SLOTTED = `<iframe slot="card-frame" src="${FRAME_URL}"></iframe>`;

const WHOLE: CardState = { brand: 'visa', hasNumber: true, isTyped: true, last4: '1111', wrong: [], marked: [] };
const HALF: CardState = {
  brand: 'american-express',
  hasNumber: true,
  isTyped: true,
  wrong: [{ field: 'securityCode', key: 'codeLength' }],
  marked: [],
};

/** The frame of a form, played by the test: whatever its address loads is never spoken to. */
class PlayedFrame {
  readonly heard: PageMessage[] = [];
  state: CardState = EMPTY_CARD;
  #port: MessagePort | undefined;

  constructor(iframe: HTMLIFrameElement) {
    const postMessage = (_handover: unknown, _origin: string, [port]: MessagePort[]): void => this.#open(port);
    Object.defineProperties(iframe, { contentWindow: { value: { postMessage } }, contentDocument: { value: null } });
  }

  say(message: FrameMessage): void {
    this.#port?.postMessage(message);
  }

  /** Says what the card is now. */
  tell(state: CardState): void {
    this.state = state;
    this.say({ type: 'state', state });
  }

  /** Settles once the page has taken all that was said until now, and has answered. */
  async settle(): Promise<void> {
    const before = this.all('look').length;
    document.querySelector<HTMLElement>('balcao-card-form')?.style.setProperty('--balcao-radius', `${before}px`);
    await waitUntil(() => this.all('look').length > before, 'another look');
  }

  all<Type extends PageMessage['type']>(type: Type): PageMessageOf<Type>[] {
    return this.heard.filter((message): message is PageMessageOf<Type> => message.type === type);
  }

  last<Type extends PageMessage['type']>(type: Type): PageMessageOf<Type> | undefined {
    return this.all(type).at(-1);
  }

  #open(port: MessagePort | undefined): void {
    if (!port || this.#port) return;
    this.#port = port;
    port.onmessage = ({ data }: MessageEvent<unknown>) => {
      const message = pageMessageSchema().parse(data);
      this.heard.push(message);
      if (message.type === 'check') this.say({ type: 'state', state: this.state, turn: message.turn });
    };
    const timeLimits = { cardMs: 30_000, otherMs: 15_000 };
    this.say({ type: 'hello', protocol: 1, build: 'played', service: 'https://service.test/', timeLimits });
    this.say({ type: 'ready' });
  }
}

describe('balcao-card-form with its fields in a frame', () => {
  let element: HTMLElement;
  let told: string[];

  const note = (event: Event): void => {
    if (event instanceof CustomEvent) told.push(`${event.type.slice('balcao-'.length)} ${Object.values(event.detail).join(' ')}`);
  };

  /** Shows an element, and returns its card form. */
  const show = async (markup: string, tag = 'balcao-card-form'): Promise<CardForm> => {
    const place = document.createElement('div');
    place.innerHTML = markup;
    document.body.append(place);
    element = place;
    const shown = place.querySelector<CardForm>(tag);
    await shown?.updateComplete;
    const form = shown?.localName === 'balcao-card-form' ? shown : shown?.shadowRoot?.querySelector('balcao-card-form');
    if (!form) throw new Error('There is no card form.');
    await form.updateComplete;
    return form;
  };
  const SETTINGS = 'base-url="https://service.test/" token-url="https://shop.test/token" amount="149.90" order-id="frame-test"';
  const showForm = (more = '', inside = ''): Promise<CardForm> =>
    show(`<balcao-card-form frame-url="${FRAME_URL}" ${SETTINGS} ${more}>${inside}</balcao-card-form>`);
  const showCheckout = (methods: string, inside = SLOTTED): Promise<CardForm> =>
    show(`<balcao-checkout frame-url="${FRAME_URL}" methods="${methods}" ${SETTINGS}>${inside}</balcao-checkout>`, 'balcao-checkout');

  const iframeOf = (form: CardForm): HTMLIFrameElement | undefined => {
    const slot = form.shadowRoot?.querySelector<HTMLSlotElement>('slot[name="card-frame"]');
    return slot?.assignedElements({ flatten: true }).find((each) => each instanceof HTMLIFrameElement);
  };
  /** Plays the frame of a form, which must not have been spoken to before. */
  const play = async (form: CardForm): Promise<PlayedFrame> => {
    const iframe = iframeOf(form);
    if (!iframe) throw new Error('There is no frame.');
    const frame = new PlayedFrame(iframe);
    // As a document that has come: not every engine tells of the one that could not be loaded.
    iframe.dispatchEvent(new Event('load'));
    await waitUntil(() => frame.last('form') && frame.last('look'), 'what the frame is told first');
    return frame;
  };
  const until = (check: () => unknown, what: string): Promise<unknown> => waitUntil(() => Boolean(check()), what);

  beforeEach(() => {
    told = [];
    for (const name of ['field-focus', 'field-blur', 'card-changed', 'failed']) document.addEventListener(`balcao-${name}`, note);
  });

  afterEach(() => {
    for (const name of ['field-focus', 'field-blur', 'card-changed', 'failed']) document.removeEventListener(`balcao-${name}`, note);
    element.remove();
    document.documentElement.removeAttribute('lang');
  });

  describe('its frame', () => {
    it('has room for a row more in a narrow checkout, where each field has its own, before it says how high it is', async () => {
      const form = await showCheckout('card');
      const slot = form.shadowRoot?.querySelector('slot[name="card-frame"]');
      if (!slot) throw new Error('There is no slot.');
      const read = (width: string): [room: number, hint: number] => {
        element.style.width = width;
        return [parseFloat(getComputedStyle(slot).paddingTop), parseFloat(getComputedStyle(slot, '::after').width)];
      };
      const [wide] = read('480px');
      const [narrow, whole] = read('220px');
      const gap = parseFloat(getComputedStyle(slot.closest('form') ?? slot).rowGap);
      expect(narrow - wide, 'one row of three more').to.be.closeTo((wide + gap - 6) / 3, 0.5);
      expect(whole, 'the hint has the whole width').to.be.closeTo(slot.getBoundingClientRect().width, 0.5);
    });

    it('stands in place of the four inputs from the first render on, and is the same for good', async () => {
      document.documentElement.lang = 'es';
      const form = await showForm();
      const iframe = iframeOf(form);
      const attributes = Object.fromEntries([...(iframe?.attributes ?? [])].map(({ name, value }) => [name, value]));
      expect(attributes).to.deep.include({
        src: `${FRAME_URL}#es`,
        sandbox: 'allow-scripts allow-same-origin allow-forms',
        referrerpolicy: 'origin',
        slot: 'card-frame',
      });
      // A browser that does not know the feature would warn of it.
      const isKnown = document.featurePolicy?.features().includes('autofill') === true;
      expect(iframe?.getAttribute('allow')).to.equal(isKnown ? 'autofill' : null);
      expect(form.shadowRoot?.querySelector('[name="number"]') ?? null).to.equal(null);
      document.documentElement.lang = 'en';
      form.amount = '200.00';
      await until(() => iframe?.title === 'Card details', 'the title in the language of the page');
      expect(iframeOf(form) === iframe).to.equal(true);
      expect(iframe?.getAttribute('src')).to.equal(`${FRAME_URL}#es`);
    });

    for (const [whose, inside] of [
      ['its own', ''],
      ["the shop's", SLOTTED],
    ] as const) {
      it(`is not seen, and takes no focus, until it says hello: ${whose}`, async () => {
        const form = await showForm('', inside);
        const iframe = iframeOf(form);
        if (!iframe) throw new Error('There is no frame.');
        // As pages have it that show all frames.
        iframe.style.visibility = 'visible';
        const { height } = iframe.getBoundingClientRect();
        expect(getComputedStyle(iframe).visibility).to.equal('hidden');
        iframe.dispatchEvent(new Event('load'));
        iframe.focus();
        expect(document.activeElement === iframe).to.equal(false);
        expect(getComputedStyle(iframe).visibility).to.equal('hidden');
        await play(form);
        await until(() => getComputedStyle(iframe).visibility === 'visible', 'the frame that has said hello');
        expect(iframe.getBoundingClientRect().height, 'the same room').to.equal(height);
      });
    }

    it('is that of the shop where it has put one into the form', async () => {
      const form = await showForm('', SLOTTED);
      expect(iframeOf(form) === form.querySelector('iframe')).to.equal(true);
      expect(element.querySelectorAll('iframe')).to.have.length(1);
    });

    it('is that of the shop in a checkout, whichever method is open', async () => {
      const form = await showCheckout('card pix');
      const iframe = element.querySelector('iframe');
      expect(iframeOf(form) === iframe).to.equal(true);
      const checkout = element.querySelector('balcao-checkout');
      checkout?.shadowRoot?.querySelector<HTMLElement>('[value="pix"]')?.click();
      await checkout?.updateComplete;
      expect(checkout?.shadowRoot?.querySelector('.open balcao-pix') ?? null).not.to.equal(null);
      expect(iframeOf(form) === iframe).to.equal(true);
      expect(element.querySelectorAll('iframe')).to.have.length(1);
    });

    it('is no problem once the shop has added one', async () => {
      const form = await showForm();
      const { error } = console;
      const problems: unknown[] = [];
      console.error = (line: unknown) => void problems.push(line);
      element.addEventListener('balcao-problem', (event) => void problems.push(event.type));
      await until(() => iframeOf(form)?.title, 'the link to the frame');
      form.insertAdjacentHTML('beforeend', SLOTTED);
      await until(() => iframeOf(form) === form.lastElementChild && iframeOf(form)?.title, "that to the shop's frame");
      console.error = error;
      expect(problems).to.deep.equal([]);
    });

    it('is a part of the page itself, where browsers fill it in: of the form, or of the checkout around it', async () => {
      const form = await showForm();
      expect(form.querySelector(':scope > iframe') === iframeOf(form)).to.equal(true);
      element.remove();
      const inner = await showCheckout('card', '');
      const checkout = element.querySelector('balcao-checkout');
      await until(() => iframeOf(inner), 'the frame in the form');
      expect(checkout?.querySelector(':scope > iframe') === iframeOf(inner)).to.equal(true);
      Object.assign(checkout ?? {}, { methods: ['pix'] });
      await until(() => !checkout?.querySelector('iframe'), 'no frame without a form for a card');
    });

    it('goes and comes with its form, and gives way to one of the shop', async () => {
      const form = await showForm();
      const iframe = iframeOf(form);
      element.append(form);
      await form.updateComplete;
      expect(iframeOf(form) === iframe).to.equal(true);
      form.remove();
      await until(() => !form.querySelector('iframe'), 'no frame in a form that is nowhere');
      element.append(form);
      await until(() => iframeOf(form), 'the frame');
      await play(form);
      form.insertAdjacentHTML('beforeend', SLOTTED);
      const shops = form.lastElementChild;
      await until(() => shops && iframeOf(form) === shops, 'that of the shop');
      await until(() => element.querySelectorAll('iframe').length === 1, 'one frame');
    });

    describe('is not loaded from an address that cannot be used,', () => {
      const errors = collectErrors();
      const { protocol, hostname, port, pathname } = location;
      const own = `${protocol}//${hostname}`;
      const refused: [string, string][] = [
        ["the page's own", `${own}:${port}/frame/`],
        ["the page's own in capitals", `${own}:${port}/frame/`.toUpperCase()],
        ["the page's own with a dot at the end of its host", `${own}.:${port}/frame/`],
        ["the page's own with two dots at the end of its host", `${own}..:${port}/frame/`],
        ["the page's own with a password", `${protocol}//shop:secret@${hostname}:${port}/frame/`],
        ['relative', 'frame/'],
        ['relative to the server', pathname],
        ['relative to the scheme', '//pay.provider.example/'],
        ['without slashes', 'https:pay.provider.example/'],
        ['with a line break in its scheme', 'ht\ntps://pay.provider.example/'],
        ['with a user', 'https://shop@pay.provider.example/'],
        ['in clear text', 'http://pay.provider.example/'],
        ['with a fragment', `${FRAME_URL}#x`],
        ['with an empty fragment', `${FRAME_URL}#`],
        ['of data', 'data:text/html,x'],
        ['of a blob', `blob:${location.origin}/${crypto.randomUUID()}`],
        ['of a script', 'javascript:globalThis.wasRun=true'],
      ];
      for (const [what, url] of refused) {
        it(`${what}: nothing is asked of it, and the developer and the shopper read why`, async () => {
          const sources: string[] = [];
          const watch = new MutationObserver((records) => {
            const added = records.flatMap(({ addedNodes }) => [...addedNodes]);
            for (const node of added) if (node instanceof HTMLIFrameElement) sources.push(node.src);
          });
          watch.observe(document.body, { childList: true, subtree: true });
          const form = await show(`<balcao-card-form ${SETTINGS}></balcao-card-form>`.replace('>', ` frame-url='${url}'>`));
          await until(() => form.shadowRoot?.querySelector('[part="outcome"]'), 'that nothing can be paid here');
          watch.disconnect();
          expect(sources).to.deep.equal([]);
          expect(form.shadowRoot?.textContent).to.match(/Pagamento indisponível/);
          expect(form.shadowRoot?.querySelector('form, input') ?? null).to.equal(null);
          expect(errors.filter((line) => line.includes('frame-url='))).to.have.length(1);
        });
      }

      it('nor once another address is written', async () => {
        const form = await showForm();
        Object.assign(form, { frameUrl: 'javascript:globalThis.wasRun=true' });
        await form.updateComplete;
        expect(form.querySelector('iframe')).to.equal(null);
      });
    });

    it('gives way to inputs, and they to it, where another setting says so', async () => {
      const form = await showForm();
      Object.assign(form, { frameUrl: undefined });
      await until(() => form.shadowRoot?.querySelector('[name="number"]'), 'the inputs');
      expect(iframeOf(form)).to.equal(undefined);
      Object.assign(form, { frameUrl: FRAME_URL });
      await until(() => iframeOf(form), 'the frame');
      const frame = await play(form);
      expect(frame.last('form')?.language).to.equal('pt-BR');
    });
  });

  describe('what the frame is told', () => {
    it('is the form, and each change of it', async () => {
      const form = await showForm('accepted-brands="visa elo"');
      Object.assign(form, { texts: { number: 'Cartão', holder: 'x'.repeat(301) } });
      const frame = await play(form);
      await until(() => frame.last('form')?.texts.number === 'Cartão', "the shop's words");
      expect(frame.last('form')).to.deep.equal({
        type: 'form',
        language: 'pt-BR',
        texts: { number: 'Cartão' },
        acceptedBrands: ['visa', 'elo'],
        isBusy: false,
        isDisabled: false,
        canBeEmpty: false,
      });
      form.disabled = true;
      await until(() => frame.last('form')?.isDisabled, 'that it is disabled');
      document.documentElement.lang = 'en';
      await until(() => frame.last('form')?.language === 'en', 'the other language');
    });

    it('is the look, as the browser works it out, and each change of it', async () => {
      const form = await showForm();
      form.style.cssText = '--balcao-field: rgb(1 2 3); --balcao-gap: 2em; --balcao-font: "Open Sans", serif; --balcao-font-size: 20px';
      const frame = await play(form);
      await until(() => frame.last('look')?.look.colors.field === 'rgb(1, 2, 3)', 'the colour');
      expect(frame.last('look')?.look).to.deep.include({ fonts: ['Open Sans', 'serif'], scheme: 'light' });
      expect(frame.last('look')?.look.lengths).to.deep.equal({ fontSize: 20, gap: 40, radius: 10, controlHeight: 48 });
      form.style.setProperty('--balcao-radius', '3px');
      await until(() => frame.last('look')?.look.lengths.radius === 3, 'the other radius');
      form.style.setProperty('--balcao-error', 'rgb(9 8 7)');
      await until(() => frame.last('look')?.look.colors.error === 'rgb(9, 8, 7)', 'the other colour');
    });

    it('is the colour scheme that the form has, which its frame gets, too', async () => {
      const form = await showForm();
      const frame = await play(form);
      form.style.color = '#fff';
      form.style.setProperty('color-scheme', 'dark');
      await until(() => frame.last('look')?.look.scheme === 'dark', 'the dark scheme');
      expect(iframeOf(form)?.style.colorScheme).to.equal('dark');
    });

    it('is to empty its fields where the form is reset', async () => {
      const form = await showForm();
      const frame = await play(form);
      form.reset();
      await until(() => frame.last('clear')?.what === 'all', 'that they are emptied');
    });
  });

  describe('what the frame tells', () => {
    it('is its height, which it is given', async () => {
      const form = await showForm();
      const frame = await play(form);
      frame.say({ type: 'height', height: 333.5 });
      await until(() => iframeOf(form)?.offsetHeight === 334, 'the height');
      expect(form.shadowRoot?.querySelector<HTMLElement>('slot[name="card-frame"]')?.getBoundingClientRect().height).to.equal(325.5);
    });

    it('is the field that has the focus', async () => {
      const form = await showForm();
      const frame = await play(form);
      for (const field of ['number', 'expirationDate', null] as const) frame.say({ type: 'focus', field });
      await until(() => told.at(-1) === 'field-blur expirationDate', 'that the last was left');
      expect(told).to.deep.equal(['field-focus number', 'field-blur number', 'field-focus expirationDate', 'field-blur expirationDate']);
    });

    it('is the card, as far as it may be known', async () => {
      const form = await showForm();
      const frame = await play(form);
      frame.tell(HALF);
      await until(() => told.includes('card-changed false american-express'), 'the brand');
      expect(form.checkValidity()).to.equal(false);
      expect(form.isTyped).to.equal(true);
      frame.tell(WHOLE);
      await until(() => told.includes('card-changed true visa 1111'), 'that it is complete');
      expect(form.checkValidity()).to.equal(true);
    });

    it('keeps a form of the shop from being sent, in words that are made here', async () => {
      const place = `<form><balcao-card-form name="card" frame-url="${FRAME_URL}" ${SETTINGS}></balcao-card-form></form>`;
      const form = await show(place);
      const frame = await play(form);
      expect(form.checkValidity(), 'with nothing typed').to.equal(true);
      frame.tell(HALF);
      await until(() => form.validity.badInput, 'that something is wrong');
      expect(form.validationMessage).to.equal('O código tem 4 números. Confira no cartão.');
    });
  });

  it('has the first wrong field marked, with the focus in it, where it is paid', async () => {
    const form = await showForm();
    const frame = await play(form);
    frame.tell(HALF);
    const outcome = await form.pay();
    expect(outcome).to.deep.equal({ status: 'invalid', fields: ['securityCode'] });
    await until(() => frame.last('focus'), 'the focus');
    expect(frame.all('mark')).to.have.length(1);
    expect(frame.last('focus')?.field).to.equal('securityCode');
    await until(() => document.activeElement === iframeOf(form), 'the focus on the frame');
  });

  it('is paid by Enter in the frame', async () => {
    const form = await showForm();
    const frame = await play(form);
    frame.tell(HALF);
    frame.say({ type: 'submit' });
    await until(() => frame.last('mark'), 'the payment, which finds a wrong field');
  });

  it('is the source of the payment, in place of a saved card, from the first thing that is typed on', async () => {
    const form = await showForm();
    const frame = await play(form);
    const heard: EventTarget[] = [];
    element.addEventListener('input', ({ target }) => target && heard.push(target));
    frame.tell(HALF);
    frame.tell(WHOLE);
    await until(() => told.includes('card-changed true visa 1111'), 'that it is complete');
    expect(heard).to.deep.equal([form]);
  });

  it('takes the focus into its frame', async () => {
    const form = await showForm();
    const frame = await play(form);
    form.focus();
    await until(() => frame.last('focus'), 'the focus');
    expect(document.activeElement === iframeOf(form)).to.equal(true);
  });

  it('takes the focus into its frame once that has come, unless the shopper has gone on', async () => {
    for (const hasGoneOn of [false, true]) {
      const form = await showForm();
      form.focus();
      if (hasGoneOn) form.shadowRoot?.querySelector<HTMLElement>('[part="pay-button"]')?.focus();
      const frame = await play(form);
      if (hasGoneOn) await frame.settle();
      else await until(() => frame.last('focus'), 'the focus');
      expect(document.activeElement === iframeOf(form)).to.equal(!hasGoneOn);
      expect(frame.all('focus')).to.have.length(hasGoneOn ? 0 : 1);
      element.remove();
    }
  });

  it('begins anew with another frame of the shop', async () => {
    const form = await showForm('', SLOTTED);
    await play(form);
    const other = document.createElement('iframe');
    other.slot = 'card-frame';
    other.src = FRAME_URL;
    form.querySelector('iframe')?.replaceWith(other);
    const frame = await play(form);
    expect(iframeOf(form) === other).to.equal(true);
    frame.tell(WHOLE);
    await until(() => told.includes('card-changed true visa 1111'), 'the card of the other frame');
  });
});
