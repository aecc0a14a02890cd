/** How many requests of this page are under way, by their address. */
const underWay = new Map<string, number>();

/**
 * One request on its way out. A page's policy is looked at within the call of `fetch`: what it blocks breaks before the browser comes to its
 * next task. Whatever the network breaks comes later.
 */
export class Departure {
  /** Whether the request broke at once, and alone. */
  neverLeft = false;
  readonly #address: string;
  #isAlone: boolean;

  constructor({ href }: URL) {
    const others = underWay.get(href) ?? 0;
    underWay.set(href, others + 1);
    this.#address = href;
    this.#isAlone = others === 0;
  }

  /** Stands in for `fetch`. */
  readonly fetch: typeof globalThis.fetch = async (input, init) => {
    let isNextTask = false;
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      isNextTask = true;
      port1.close();
    };
    port2.postMessage(undefined);
    try {
      return await globalThis.fetch(input, init);
    } catch (error) {
      this.neverLeft = !isNextTask && this.#isAlone && underWay.get(this.#address) === 1;
      throw error;
    }
  };

  /** To be called once the request is over. */
  end(): void {
    const others = (underWay.get(this.#address) ?? 1) - 1;
    if (others > 0) underWay.set(this.#address, others);
    else underWay.delete(this.#address);
  }
}
