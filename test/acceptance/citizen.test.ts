import { expect } from '@open-wc/testing';
import { waitUntil } from '../support/checkout-page.js';
import { runSettings } from '../support/run-settings.js';
import { CLASSIC, MODULE, ShopFrame, scriptTag, type ShopWindow } from './shop-frame.js';

const APPROVED = /Pagamento aprovado/;

/** The part of the API that TypeScript's DOM library lacks. */
interface LayoutShift extends PerformanceEntry {
  sources: { node?: Element | null; previousRect: DOMRect; currentRect: DOMRect }[];
}

/** What moved, from where to where. */
function describeShift(shift: PerformanceEntry): string[] {
  const format = ({ y, height }: DOMRect): string => `${y}+${height}`;
  const { sources } = shift as LayoutShift;
  return sources.map(({ node, previousRect, currentRect }) => `${node?.nodeName} ${format(previousRect)} -> ${format(currentRect)}`);
}

/** The globals of packages that the script brings along, as their authors published them. */
const OF_PACKAGES = ['litElementVersions', 'litHtmlVersions', 'litPropertyMetadata', 'reactiveElementVersions', '__zod_globalConfig'];

/** The own names of a page's window, without the numbers of its frames. */
function listGlobals(window: ShopWindow): string[] {
  return Object.getOwnPropertyNames(window).filter((name) => !/^\d+$/.test(name));
}

function without(names: readonly string[], known: readonly string[]): string[] {
  return names.filter((name) => !known.includes(name));
}

/** What ends by itself: timers, frames, channels, and what is read or written. */
const UNDER_WAY = /setTimeout|setInterval|requestAnimationFrame|BroadcastChannel|IDBTransaction|IDBRequest/;

describe('a page with the script tag', () => {
  const frames: ShopFrame[] = [];

  const open = async (...args: Parameters<typeof ShopFrame.open>): Promise<ShopFrame> => {
    const frame = await ShopFrame.open(...args);
    frames.push(frame);
    return frame;
  };

  afterEach(() => frames.splice(0).forEach((frame) => frame.close()));

  for (const [name, script] of Object.entries({ classic: CLASSIC, module: MODULE })) {
    it(`gets one global of ours, no cookie and no request to anyone else, by the ${name} script`, async () => {
      const before = listGlobals((await open(() => '<p>nothing</p>')).window);
      const frame = await open((tag) => `${script}\n${tag}`);

      await frame.pay(await frame.checkout(), APPROVED);

      const added = without(listGlobals(frame.window), before);
      expect(added.toSorted()).to.deep.equal(['Balcao', ...OF_PACKAGES].toSorted());
      expect(frame.document.cookie).to.equal('');
      expect(frame.otherOrigins).to.deep.equal([new URL(frame.room.baseUrl).origin]);
      expect(Object.keys(frame.window.localStorage)).to.deep.equal([]);
    });

    it(`gets one global of ours beside its own Lit, by the ${name} script`, async () => {
      const ownLit = scriptTag('own-lit.js');
      const before = listGlobals((await open(() => ownLit)).window);
      const frame = await open((tag) => `${ownLit}${script}\n${tag}`, { hasTwoLits: true });
      await frame.checkout();

      expect(without(listGlobals(frame.window), [...before, ...OF_PACKAGES])).to.deep.equal(['Balcao']);
      expect(frame.document.querySelector('#own')?.textContent, 'its own Lit draws').to.equal('own');
    });
  }

  it('shows accents in a page of ISO-8859-1', async () => {
    const frame = await open((tag) => `<html lang="pt-BR"><p id="page">São João</p>${CLASSIC}${tag}`, { charset: 'iso-8859-1' });
    const page = await frame.checkout();

    expect(frame.document.characterSet).to.match(/iso-8859-1|windows-1252/i);
    expect(frame.document.querySelector('#page')?.textContent).to.equal('São João');
    expect(page.text).to.contain('Número do cartão').and.to.contain('Código (CVV)');
    await frame.pay(page, /Você não precisa fazer mais nada/);
    expect(await frame.room.charges()).to.have.length(1);
  });

  it('cannot be paid in where it is not secure', async () => {
    const frame = await open((tag) => `${scriptTag('insecure.js')}${CLASSIC}${tag}`);
    const page = await frame.checkout();

    await page.outcome(/Pagamento indisponível/);

    expect(await page.element.pay()).to.have.nested.property('error.code', 'insecure-page');
    expect((await frame.room.state()).requests).to.deep.equal([]);
  });

  it('pays inside of two shadow roots', async () => {
    const frame = await open((tag) => `${CLASSIC}<div id="outer"></div>${tag}`);
    const host = frame.document.querySelector('#outer');
    const inner = frame.document.createElement('div');
    host?.attachShadow({ mode: 'open' }).append(inner);
    const checkout = frame.document.querySelector('balcao-checkout');
    if (checkout) inner.attachShadow({ mode: 'open' }).append(checkout);
    const page = await frame.checkout(checkout);

    await frame.pay(page, APPROVED);

    expect(await frame.room.charges()).to.have.length(1);
    expect(await frame.violations()).to.deep.equal([]);
  });

  it('is left as it was when a checkout is removed, again and again', async () => {
    const frame = await open((tag) => `${scriptTag('ledger.js')}${CLASSIC}${tag}`);
    const checkout = (await frame.checkout()).element;
    const mount = async (): Promise<void> => {
      const copy = checkout.cloneNode(true) as typeof checkout;
      copy.setAttribute('order-id', `order-${crypto.randomUUID()}`);
      frame.document.body.append(copy);
      const page = await frame.checkout(copy);
      page.field('number').focus();
      await copy.updateComplete;
      copy.remove();
    };
    const ledger = (): string[] => frame.window.ledger?.() ?? ['no ledger'];
    /** What is left once nothing is under way. */
    const rest = async (): Promise<string[]> => {
      await waitUntil(() => !ledger().some((kind) => UNDER_WAY.test(kind)), 'a page at rest');
      return ledger().toSorted();
    };
    // Its order is read, for which a page opens the ledger and keeps it open to its end.
    await waitUntil(() => ledger().includes('IDBDatabase listener of close'), 'an open ledger');
    await mount();
    checkout.remove();
    const before = await rest();

    for (let count = 0; count < (runSettings.isWhole ? 50 : 10); count++) await mount();

    expect(await rest()).to.deep.equal(before);
  });

  if (PerformanceObserver.supportedEntryTypes.includes('layout-shift')) {
    it('does not move when the choice of installments comes late', async () => {
      const frame = await open((tag) => `${scriptTag('late-installments.js')}${MODULE}${tag}<p>Below the checkout</p>`);
      const page = await frame.checkout();
      await frame.drawn();
      const shifts: PerformanceEntry[] = [];
      const observer = new frame.window.PerformanceObserver((list) => shifts.push(...list.getEntries()));
      observer.observe({ type: 'layout-shift' });
      expect(page.text).not.to.contain('Parcelas');

      frame.window.dispatchEvent(new Event('let-installments-come'));
      await waitUntil(() => page.text.includes('Parcelas'), 'the choice of installments');
      await frame.drawn();

      shifts.push(...observer.takeRecords());
      expect(shifts.flatMap(describeShift)).to.deep.equal([]);
    });
  }
});
