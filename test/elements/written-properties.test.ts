import '../../src/elements/boleto/define.js';
import '../../src/elements/checkout/define.js';
import '../../src/elements/installments/define.js';
import '../../src/elements/pix/define.js';
import '../../src/elements/saved-cards/define.js';
import { expect } from '@open-wc/testing';
import { CheckoutPage, waitUntil } from '../support/checkout-page.js';
import { openRoom, type Room } from '../support/sandbox-room.js';
import { PixPage } from './pix/pix-page.js';
import { SavedCardsPage, settingsOf, tokenize } from './saved-cards/saved-cards-page.js';

/** How a framework writes what a template has on a custom element. */
type Write = (element: Element, name: string, value: unknown) => void;

function setAttribute(element: Element, name: string, value: unknown): void {
  if (value === null || value === undefined || value === false) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? '' : String(value));
}

function setProperty(element: Element, name: string, value: unknown): void {
  Object.assign(element, { [name]: value });
}

/** The names that Vue writes as attributes wherever it is. */
const ATTRIBUTES_OF_VUE = ['spellcheck', 'draggable', 'translate', 'autocorrect', 'form'];

/** The rules of the frameworks, as their renderers have them. */
const FRAMEWORKS: Readonly<Record<string, Write>> = {
  'React 19': (element, name, value) => (name in element ? setProperty : setAttribute)(element, name, value),
  'Vue 3': (element, name, value) =>
    (name in element && !ATTRIBUTES_OF_VUE.includes(name) ? setProperty : setAttribute)(element, name, value),
  'Vue 3 with .prop': setProperty,
  'Svelte 5': (element, name, value) => (hasSetter(element, name) ? setProperty : setAttribute)(element, name, value),
  Angular: setProperty,
  'Angular with attr.': setAttribute,
};

function hasSetter(element: Element, name: string): boolean {
  for (let from = Reflect.getPrototypeOf(element); from && from !== Element.prototype; from = Reflect.getPrototypeOf(from))
    if (Reflect.getOwnPropertyDescriptor(from, name)?.set) return true;
  return false;
}

const TAGS = ['balcao-checkout', 'balcao-card-form', 'balcao-saved-cards', 'balcao-pix', 'balcao-boleto', 'balcao-installments'] as const;

/** What a template may have on any element, and on a form's control, with values that hide and disable nothing. */
const TEMPLATE: Readonly<Record<string, unknown>> = {
  // Of every element.
  accesskey: 'k',
  accessKey: 'k',
  autocapitalize: 'off',
  autocorrect: 'off',
  autofocus: false,
  class: 'one two',
  className: 'one two',
  contenteditable: 'false',
  contentEditable: 'false',
  dir: 'ltr',
  draggable: false,
  enterkeyhint: 'done',
  enterKeyHint: 'done',
  exportparts: 'label',
  hidden: false,
  id: 'given-id',
  inert: false,
  inputmode: 'numeric',
  inputMode: 'numeric',
  is: 'balcao-x',
  itemid: 'x',
  itemprop: 'x',
  itemref: 'x',
  itemscope: true,
  itemtype: 'x',
  lang: 'pt-BR',
  nonce: 'x',
  part: 'part',
  popover: null,
  role: 'group',
  slot: 'x',
  spellcheck: false,
  style: 'color: green',
  tabindex: 0,
  tabIndex: 0,
  title: 'Title',
  translate: true,
  writingsuggestions: 'false',
  'aria-label': 'Label',
  ariaLabel: 'Label',
  'data-test': 'x',
  // Of a form and its controls.
  accept: 'x',
  action: '/x',
  alt: 'x',
  autocomplete: 'on',
  checked: true,
  cols: 3,
  dirname: 'x',
  disabled: false,
  enctype: 'x',
  for: 'x',
  form: 'no-form',
  formaction: '/x',
  formenctype: 'x',
  formmethod: 'post',
  formnovalidate: true,
  formtarget: '_self',
  height: 3,
  htmlFor: 'x',
  label: 'x',
  labels: 'x',
  list: 'x',
  max: 3,
  maxlength: 3,
  method: 'post',
  min: 1,
  minlength: 1,
  multiple: true,
  name: 'given-name',
  novalidate: true,
  pattern: 'x',
  placeholder: 'x',
  readonly: true,
  readOnly: true,
  required: true,
  rows: 3,
  selected: true,
  size: 3,
  src: '/x',
  step: 1,
  target: '_self',
  type: 'text',
  value: '1',
  validity: 'x',
  validationMessage: 'x',
  width: 3,
  willValidate: false,
  wrap: 'hard',
  // Ours, which can only be read.
  hasCards: true,
  isTyped: true,
  plan: 'x',
  preferredCard: 'x',
  totalCents: 1,
};

const VALUES: readonly unknown[] = ['x', '', null, undefined, true, false, 0, 1.5, {}, [], () => 1];

function findError(write: () => void): string | undefined {
  try {
    write();
  } catch (error) {
    return String(error);
  }
  return undefined;
}

describe('what HTML names and a framework writes', () => {
  let room: Room;
  let page: CheckoutPage | undefined;

  beforeEach(async () => {
    room = await openRoom();
  });

  afterEach(() => {
    page?.remove();
    page = undefined;
  });

  async function open(
    tag: 'balcao-checkout' | 'balcao-card-form' | 'balcao-saved-cards' | 'balcao-pix',
    write: Write,
  ): Promise<CheckoutPage> {
    const element = document.createElement(tag);
    const list = tag === 'balcao-saved-cards' ? [await tokenize(room)] : [];
    for (const [name, value] of Object.entries(settingsOf(room, list))) {
      if (typeof value === 'string') element.setAttribute(name, value);
      else setProperty(element, name, value);
    }
    for (const [name, value] of Object.entries(TEMPLATE)) write(element, name, value);
    document.body.append(element);
    const opened = (page = new CheckoutPage(element));
    await waitUntil(() => opened.eventNames.includes('balcao-ready'), 'an element that can be used');
    return opened;
  }

  it('throws at no element, unless it does at every element of HTML', () => {
    const plain = document.createElement('x-plain');
    const thrown = TAGS.flatMap((tag) =>
      Object.entries(FRAMEWORKS).flatMap(([framework, write]) =>
        Object.keys(TEMPLATE).flatMap((name) =>
          VALUES.flatMap((value) => {
            const error = findError(() => write(document.createElement(tag), name, value));
            const isOfHtml = error && findError(() => setProperty(plain, name, value));
            return error && !isOfHtml ? [`${framework}: ${tag} ${name}=${String(value)}: ${error}`] : [];
          }),
        ),
      ),
    );
    expect(thrown).to.deep.equal([]);
  });

  /** What a template has where a shop writes `condition && value`. */
  const ABSENT = [false, 0, Number.NaN, '', null, undefined];

  for (const tag of ['balcao-checkout', 'balcao-card-form'] as const) {
    it(`counts as absent in a ${tag} where a condition is not met, and a card is paid`, async () => {
      const names = ['fees', 'getFees', 'offer', 'profile', 'client', 'getToken', 'resolveUnconfirmed', 'cardStore', 'texts'];
      for (const value of ABSENT) {
        const element = document.createElement(tag);
        for (const [name, setting] of Object.entries(settingsOf(room, [])))
          if (typeof setting === 'string') setAttribute(element, name, setting);
        for (const name of names) setProperty(element, name, value);
        document.body.append(element);
        const opened = (page = new CheckoutPage(element));
        await waitUntil(() => opened.eventNames.includes('balcao-ready'), 'an element that can be used');
        await page.fill();
        await page.clickPay();
        await page.outcome(/Pagamento aprovado/);
        page.remove();
        await room.release();
        room = await openRoom();
      }
    });
  }

  for (const [framework, write] of Object.entries(FRAMEWORKS)) {
    for (const tag of ['balcao-checkout', 'balcao-card-form'] as const) {
      it(`leaves a ${tag} that a card is paid in, written by ${framework}`, async () => {
        const page = await open(tag, write);
        await page.fill();
        for (const [name, value] of Object.entries(TEMPLATE)) write(page.element, name, value);
        await page.clickPay();
        await page.outcome(/Pagamento aprovado/);
        expect(await room.charges()).to.have.length(1);
      });
    }

    it(`leaves saved cards that are paid with, written by ${framework}`, async () => {
      const list = new SavedCardsPage((await open('balcao-saved-cards', write)).element);
      await list.cards(1);
      await list.clickPay();
      await list.outcome(/Pagamento aprovado/);
    });

    it(`leaves a Pix code that can be made, written by ${framework}`, async () => {
      const pix = new PixPage(await open('balcao-pix', write));
      await pix.part('pay-button');
      expect(await pix.create()).to.contain('br.gov.bcb.pix');
    });
  }

  for (const framework of ['React 19', 'Vue 3', 'Svelte 5', 'Angular'] as const) {
    it(`is the form that the element belongs to, written by ${framework}`, () => {
      const form = Object.assign(document.createElement('form'), { id: 'f1' });
      const element = document.createElement('balcao-card-form');
      document.body.append(form, element);
      FRAMEWORKS[framework]?.(element, 'form', 'f1');
      expect(element.form).to.equal(form);
      FRAMEWORKS[framework]?.(element, 'form', null);
      expect(element.form).to.equal(null);
      form.remove();
      element.remove();
    });
  }

  it('counts as written when the element is registered only later', async () => {
    class LateForm extends (customElements.get('balcao-card-form') as typeof HTMLElement) {}
    const element = document.createElement('late-card-form');
    Object.assign(element, { form: 'f2', value: 'written' });
    const form = Object.assign(document.createElement('form'), { id: 'f2' });
    document.body.append(form, element);
    customElements.define('late-card-form', LateForm);
    expect(element).to.include({ form, value: '' });
    form.remove();
    element.remove();
  });
});
