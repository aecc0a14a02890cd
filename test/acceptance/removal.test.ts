import { expect } from '@open-wc/testing';
import { waitUntil, type CheckoutPage } from '../support/checkout-page.js';
import { sample } from '../support/run-settings.js';
import { ShopFrame, scriptTag } from './shop-frame.js';

const SCRIPTS = `${scriptTag('hold-parts.js')}<script type="module" src="/__acceptance/parts/balcao.js"></script>`;

/** Parts that a page with everything asks for. */
const PARTS = ['late', 'saved-cards', 'pix'];

/** A page whose parts come one by one. */
class PagePartByPart {
  /** The parts that have come. */
  readonly came: string[] = [];
  /** What was thrown, and what was rejected with nobody to take it. */
  readonly thrown: string[] = [];
  readonly frame: ShopFrame;
  readonly page: CheckoutPage;

  private constructor(frame: ShopFrame, page: CheckoutPage) {
    this.frame = frame;
    this.page = page;
    frame.window.addEventListener('error', ({ message }) => this.thrown.push(message));
    frame.window.addEventListener('unhandledrejection', ({ reason }) => this.thrown.push(String(reason)));
  }

  static async open(): Promise<PagePartByPart> {
    const settings = 'customer-id="7" methods="card saved-cards pix" default-method="card"';
    const frame = await ShopFrame.open((tag) => `${SCRIPTS}${tag.replace('><', ` ${settings}><`)}`);
    return new PagePartByPart(frame, await frame.checkout());
  }

  /** The next part that is waited for; `undefined` once all are there. */
  async nextPart(): Promise<string | undefined> {
    const findNext = (): string | undefined => [...this.#waiting.keys()].find((name) => !this.came.includes(name));
    const areAll = (): boolean => PARTS.every((name) => this.came.includes(name));
    await waitUntil(() => findNext() ?? areAll(), `another part behind ${this.came.join()}`);
    return findNext();
  }

  async letCome(part: string): Promise<void> {
    this.came.push(part);
    this.#waiting.get(part)?.();
    await this.#drawn();
  }

  /** Lets whatever is asked for come, now and later. */
  async letAllCome(): Promise<void> {
    this.frame.window.dispatchEvent(new Event('let-parts-come'));
    await this.#drawn();
  }

  async takeOut(): Promise<void> {
    this.page.element.remove();
    await this.#drawn();
  }

  async putBack(): Promise<void> {
    this.frame.document.body.append(this.page.element);
    await this.#drawn();
  }

  async pay(): Promise<void> {
    await this.frame.pay(this.page, /Pagamento aprovado.*R\$ 149,90.*Visa final 1111/);
  }

  get #waiting(): ReadonlyMap<string, () => void> {
    return this.frame.window.parts ?? new Map();
  }

  async #drawn(): Promise<void> {
    await this.page.element.updateComplete;
    await this.frame.drawn();
  }
}

describe('a checkout that leaves its page between two late parts', () => {
  let opened: PagePartByPart | undefined;

  const open = async (): Promise<PagePartByPart> => (opened = await PagePartByPart.open());

  afterEach(() => opened?.frame.close());

  it('works when it is back, wherever it was taken out and put back', async () => {
    const parts = await open();
    for (let part = await parts.nextPart(); part; part = await parts.nextPart()) {
      await parts.takeOut();
      await parts.letCome(part);
      await parts.putBack();
    }
    await parts.pay();
    expect(parts.thrown).to.deep.equal([]);
    expect(await parts.frame.room.charges()).to.have.length(1);
  });

  for (const behind of sample([...PARTS.keys()], 2)) {
    it(`works when it is back after all that was still to come has come without it, but for the first ${behind} parts`, async () => {
      const parts = await open();
      while (parts.came.length < behind) await parts.letCome((await parts.nextPart()) ?? '');
      await parts.takeOut();
      await parts.letAllCome();
      await parts.putBack();
      await parts.pay();
      expect(parts.thrown, `taken out behind ${parts.came.join()}`).to.deep.equal([]);
      expect(await parts.frame.room.charges()).to.have.length(1);
    });
  }
});
