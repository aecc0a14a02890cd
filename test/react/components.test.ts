import { expect } from '@open-wc/testing';
import { Activity, act, createElement, createRef, StrictMode, type ComponentType, type ReactNode } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server.browser';
import { SettingsElement } from '../../src/elements/shared/settings-element.js';
import { createComponent } from '../../src/react/create-component.js';
import * as components from '../../src/react/index.js';
import { collectErrors } from '../support/console-errors.js';
import { waitUntil } from '../support/wait-until.js';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const fees = [{ installments: 2, rate: 0.0399 }];
const getToken = async (): Promise<string> => 'token';

let count = 0;

/** A component of an element that records with which properties it starts. The page does not know the element yet. */
function createRecorder() {
  const tag = `x-recorder-${(count += 1)}`;
  const starts: unknown[][] = [];
  class Recorder extends SettingsElement {
    protected override firstUpdated(): void {
      starts.push([this.amount, this.fees, this.getToken]);
    }
  }
  const define = (): void => customElements.define(tag, Recorder);
  return { tag, starts, define, Component: createComponent<SettingsElement>(tag, define) };
}

describe('a component of balcao/react', () => {
  const errors = collectErrors();
  let place: HTMLElement;
  let root: Root | undefined;

  beforeEach(() => {
    place = document.body.appendChild(document.createElement('div'));
  });

  afterEach(() => {
    act(() => root?.unmount());
    root = undefined;
    place.remove();
  });

  const render = (node: ReactNode): Promise<void> =>
    act(async () => {
      root ??= createRoot(place);
      root.render(node);
    });

  /** Shows the server's markup, and lets React take it over. */
  const hydrate = async (node: ReactNode): Promise<Element> => {
    place.innerHTML = renderToString(node);
    const [element] = place.children;
    if (!element) throw new Error('The server rendered nothing.');
    await act(async () => void (root = hydrateRoot(place, node)));
    expect(place.firstElementChild, 'React keeps the element of the server').to.equal(element);
    return element;
  };

  it('has its attributes in the markup of a server, and no property or listener', () => {
    const { tag, Component } = createRecorder();
    const onApproved = (): void => undefined;
    const node = createElement(
      Component,
      { 'order-id': '42', amount: '149.90', className: 'wide', 'pix-webhook': true, mask: undefined, fees, getToken, feeMode: 'gross-up', 'onbalcao-approved': onApproved }, // prettier-ignore
      createElement('p', { slot: 'header' }, 'Pedido'),
    );
    expect(renderToString(node)).to.equal(
      `<${tag} order-id="42" amount="149.90" class="wide" pix-webhook="" inert=""><p slot="header">Pedido</p></${tag}>`,
    );
  });

  for (const [mode, wrap] of [
    ['', (node: ReactNode): ReactNode => node],
    [', mounted twice by StrictMode', (node: ReactNode): ReactNode => createElement(StrictMode, null, node)],
  ] as const) {
    it(`gives the server's element its properties before it starts, and each event once${mode}`, async () => {
      const { Component, starts } = createRecorder();
      const calls: string[] = [];
      const element = await hydrate(
        wrap(createElement(Component, { amount: '149.90', fees, getToken, 'onbalcao-approved': () => calls.push('approved') })),
      );
      expect(starts).to.deep.equal([['149.90', fees, getToken]]);
      element.dispatchEvent(new Event('balcao-approved'));
      expect(calls).to.deep.equal(['approved']);
      expect(errors).to.deep.equal([]);
    });

    it(`gives an element that is created later its properties before it starts${mode}`, async () => {
      const { Component, define, starts } = createRecorder();
      define();
      await render(wrap(createElement(Component, { amount: '149.90', fees, getToken })));
      expect(starts).to.deep.equal([['149.90', fees, getToken]]);
      expect(errors).to.deep.equal([]);
    });
  }

  it('is inert where the element was registered before React came, until it has its properties', async () => {
    const { Component, define } = createRecorder();
    define();
    const calls: string[] = [];
    const node = createElement(Component, { amount: '149.90', fees, feeMode: 'add', 'onbalcao-ready': () => calls.push('ready') });
    place.innerHTML = renderToString(node);
    expect(place.firstElementChild?.matches('[inert]'), 'before React comes').to.equal(true);
    const element = await hydrate(node);
    expect(element.matches('[inert]'), 'with its properties').to.equal(false);
    expect([Reflect.get(element, 'fees'), Reflect.get(element, 'feeMode')]).to.deep.equal([fees, 'add']);
    element.dispatchEvent(new Event('balcao-ready'));
    expect(calls).to.deep.equal(['ready']);
    expect(errors).to.deep.equal([]);
  });

  it('gives an element its properties although it is hidden at first', async () => {
    const { Component, define, starts } = createRecorder();
    define();
    await render(createElement(Activity, { mode: 'hidden', children: createElement(Component, { fees, getToken }) }));
    expect(starts).to.deep.equal([[undefined, fees, getToken]]);
  });

  it('follows changed props, and takes removed ones back', async () => {
    const { Component } = createRecorder();
    const element = await hydrate(createElement(Component, { amount: '149.90', disabled: true, fees, getToken, feeMode: 'add' }));
    const read = (): unknown[] => ['amount', 'fees', 'getToken', 'feeMode'].map((name) => Reflect.get(element, name));
    const others = [{ installments: 3, rate: 0.0499 }];
    const update = (props: Record<string, unknown>): Promise<void> => act(async () => root?.render(createElement(Component, props)));
    await update({ amount: '159.90', fees: others, getToken, feeMode: 'gross-up' });
    expect(read()).to.deep.equal(['159.90', others, getToken, 'gross-up']);
    expect(element.hasAttribute('disabled')).to.equal(false);
    await update({});
    expect(read()).to.deep.equal([undefined, undefined, undefined, undefined]);
    await update({ fees, getToken });
    expect(read()).to.deep.equal([undefined, fees, getToken, undefined]);
  });

  it('writes no property that did not change', async () => {
    const { Component } = createRecorder();
    const element = await hydrate(createElement(Component, { fees, amount: '149.90' }));
    Reflect.set(element, 'fees', undefined);
    await act(async () => root?.render(createElement(Component, { fees, amount: '159.90' })));
    expect(Reflect.get(element, 'fees')).to.equal(undefined);
  });

  it('calls the newest callback, of one listener, until there is none', async () => {
    const { Component } = createRecorder();
    const added: string[] = [];
    const { addEventListener } = HTMLElement.prototype;
    HTMLElement.prototype.addEventListener = function (this: HTMLElement, ...args: Parameters<typeof addEventListener>) {
      if (args[0].startsWith('balcao-')) added.push(args[0]);
      addEventListener.apply(this, args);
    };
    try {
      const calls: number[] = [];
      const createNode = (number: number): ReactNode => createElement(Component, { 'onbalcao-approved': () => calls.push(number) });
      const element = await hydrate(createNode(1));
      for (const number of [2, 3, 4]) await act(async () => root?.render(createNode(number)));
      element.dispatchEvent(new Event('balcao-approved'));
      expect(calls).to.deep.equal([4]);
      await act(async () => root?.render(createElement(Component)));
      element.dispatchEvent(new Event('balcao-approved'));
      expect(calls).to.deep.equal([4]);
      expect(added).to.deep.equal(['balcao-approved']);
    } finally {
      HTMLElement.prototype.addEventListener = addEventListener;
    }
  });

  it('hands out its element, with the properties set, to a ref of either kind', async () => {
    const { Component } = createRecorder();
    const object = createRef<SettingsElement>();
    const element = await hydrate(createElement(Component, { fees, ref: object }));
    expect(object.current).to.equal(element);
    const seen: unknown[] = [];
    const ref = (given: SettingsElement | null): (() => void) => {
      seen.push(given, given && Reflect.get(given, 'fees'));
      return () => void seen.push('gone');
    };
    await act(async () => root?.render(createElement(Component, { fees, ref })));
    expect(object.current).to.equal(null);
    await act(async () => root?.render(null));
    expect(seen).to.deep.equal([element, fees, 'gone']);
  });

  it('can go and come back, each time as a new element', async () => {
    const { Component, starts } = createRecorder();
    for (const _ of [1, 2]) {
      await render(createElement(Component, { fees, getToken }));
      await render(null);
    }
    expect(starts).to.deep.equal([1, 2].map(() => [undefined, fees, getToken]));
  });
});

describe('a plain tag in React', () => {
  it('still loses its objects and listeners on a page of a server, as docs/frameworks.md says', async () => {
    const { tag, define } = createRecorder();
    define();
    const calls: string[] = [];
    const node = createElement(tag, { fees, 'onbalcao-approved': () => calls.push('approved') });
    const place = document.createElement('div');
    place.innerHTML = renderToString(node);
    await act(async () => void hydrateRoot(place, node));
    const [element] = place.children;
    element?.dispatchEvent(new Event('balcao-approved'));
    expect([element && Reflect.get(element, 'fees'), calls]).to.deep.equal([undefined, []]);
  });
});

describe('the components', () => {
  const errors = collectErrors();

  for (const [name, component] of Object.entries<ComponentType<Record<string, unknown>>>(components)) {
    const tag = name.replace(/[A-Z]/g, (letter, index: number) => `${index > 0 ? '-' : ''}${letter.toLowerCase()}`);

    it(`${name} registers <${tag}> once it is in a page, and can be taken over after that`, async () => {
      const place = document.body.appendChild(document.createElement('div'));
      const node = createElement(component, {
        'base-url': '/payments/',
        'boleto-url': '/shop/boleto',
        'order-id': '42',
        amount: '149.90',
        fees,
      });
      place.innerHTML = renderToString(node);
      let root: Root | undefined;
      await act(async () => void (root = hydrateRoot(place, node)));
      await customElements.whenDefined(tag);
      const [element] = place.children;
      expect(element, tag).to.be.instanceOf(customElements.get(tag));
      await waitUntil(() => Reflect.get(element ?? {}, 'fees') === fees, `the fees of ${tag}`);
      const other = document.body.appendChild(document.createElement('div'));
      other.innerHTML = renderToString(node);
      let second: Root | undefined;
      await act(async () => void (second = hydrateRoot(other, node)));
      expect(errors).to.deep.equal([]);
      act(() => [root, second].forEach((each) => each?.unmount()));
      place.remove();
      other.remove();
    });
  }
});
