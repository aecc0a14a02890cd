import { type CheckoutPage, waitUntil } from '../../support/checkout-page.js';

/** An element whose charge is paid elsewhere, alone or in a checkout, as a person uses it. */
export class ChargePage<Charge, EventName extends string> {
  readonly page: CheckoutPage;

  constructor(page: CheckoutPage) {
    this.page = page;
  }

  /** A part, once it is there. */
  async part(name: string): Promise<HTMLElement> {
    return waitUntil(
      () => this.find(name),
      () => `part ${name}; the page says: ${this.page.text}`,
    );
  }

  find(name: string): HTMLElement | undefined {
    try {
      return this.page.part(name);
    } catch {
      return undefined;
    }
  }

  /** The text of a read-only field, once it is there. */
  protected async readField(name: string): Promise<string> {
    const field = await this.part(name);
    return field instanceof HTMLTextAreaElement ? field.value : '';
  }

  /** The text of the page, once it matches. */
  async says(pattern: RegExp): Promise<string> {
    return waitUntil(
      () => pattern.test(this.page.text) && this.page.text,
      () => `${String(pattern)}; the page says: ${this.page.text}`,
    );
  }

  /** The charges that were told of by an event, oldest first. */
  told(name: EventName): Charge[] {
    return this.page.events.filter((event) => event.name === name).map(({ detail }) => (detail as { charge: Charge }).charge);
  }

  /** The charge of an event, once it was told. */
  async waitFor(name: EventName): Promise<Charge> {
    return waitUntil(
      () => this.told(name)[0],
      () => `${name}; the page says: ${this.page.text}`,
    );
  }
}
