import '../../../src/elements/installments/define.js';
import { sendKeys } from '@web/test-runner-commands';
import { clickElement } from '../../support/real-clicks.js';
import type { Installments } from '../../../src/elements/installments/installments.js';
import type { FeeRow } from '../../../src/domain/installments/plans.js';

/** "Até 3x sem juros, até 12x com juros": the Brazilian offer for R$ 300,00. */
export const OFFER_FEES: FeeRow[] = [
  { installments: 2 },
  { installments: 3 },
  ...[4, 5, 6, 8, 10, 12].map((installments) => ({ installments, rate: installments / 100 })),
];

/** The installments element as a shopper uses it. Knows the shadow DOM, so that tests need not. */
export class InstallmentsPage {
  readonly element: Installments;
  /** How many `change` events the page has seen. */
  changes = 0;

  private constructor(element: Installments) {
    this.element = element;
    document.addEventListener('change', this.#count);
  }

  readonly #count = (): void => void this.changes++;

  /** Puts the element into the page with these properties, and with a shop's offer of 12 installments at most. */
  static async open(settings: Partial<Installments>): Promise<InstallmentsPage> {
    const element = Object.assign(document.createElement('balcao-installments'), { maxInstallments: 12, ...settings });
    return InstallmentsPage.#show(element);
  }

  /** Puts the element into the page as HTML alone. */
  static async parse(html: string): Promise<InstallmentsPage> {
    const template = document.createElement('div');
    template.innerHTML = html;
    const element = template.querySelector('balcao-installments');
    if (!element) throw new Error('There is no balcao-installments in the HTML');
    return InstallmentsPage.#show(element);
  }

  static async #show(element: Installments): Promise<InstallmentsPage> {
    const page = new InstallmentsPage(element);
    document.body.append(element);
    await element.updateComplete;
    return page;
  }

  remove(): void {
    document.removeEventListener('change', this.#count);
    this.element.remove();
  }

  /** Changes properties and waits for the element to show it. */
  async change(settings: Partial<Installments>): Promise<void> {
    Object.assign(this.element, settings);
    await this.element.updateComplete;
  }

  get select(): HTMLSelectElement {
    return this.#find('select[name="installments"]');
  }

  radio(payer: 'merchant' | 'customer'): HTMLInputElement {
    return this.#find(`input[name="whoPaysFee"][value="${payer}"]`);
  }

  /** The text of a part; `undefined` where it is not shown. */
  part(name: string): string | undefined {
    const part = this.element.renderRoot.querySelector(`[part="${name}"]`);
    return part ? readText(part) : undefined;
  }

  /** The texts of all plans. */
  get options(): string[] {
    return [...this.select.options].map(readText);
  }

  /** All that the shopper can read but the list. */
  get text(): string {
    return [...this.element.renderRoot.children]
      .filter(({ localName }) => localName !== 'style')
      .map(readText)
      .join(' ');
  }

  async press(key: string): Promise<void> {
    await sendKeys({ press: key });
    await this.element.updateComplete;
  }

  /** Clicks with a real pointer in the middle of a control. */
  async click(target: Element): Promise<void> {
    await clickElement(target);
    await this.element.updateComplete;
  }

  /** Chooses a plan as the native list does: its value, then `change`. */
  async choose(installments: number | string): Promise<void> {
    this.select.value = String(installments);
    this.select.dispatchEvent(new Event('change', { bubbles: true }));
    await this.element.updateComplete;
  }

  #find<T extends Element>(selector: string): T {
    const found = this.element.renderRoot.querySelector<T>(selector);
    if (!found) throw new Error(`There is no ${selector}`);
    return found;
  }
}

function readText(node: Element): string {
  return node.textContent.replace(/\s+/g, ' ').trim();
}
