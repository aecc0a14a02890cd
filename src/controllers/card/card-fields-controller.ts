import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { afterPaint } from '../page/after-paint.js';
import { addPortuguese } from '../page/localize-controller.js';
import { createPartLoader } from '../page/part-loader.js';
import { CARD_FIELDS, type CardField, type CardView, type FieldError } from './card-field.js';
import type { CardJudge } from './card-judge.js';
import type { CardTypingOptions } from './card-typing.js';
import type { TypedCard } from './typed-card.js';

/** What the controller needs to follow and judge the fields, and who is told. */
export type CardFieldsOptions = Omit<CardTypingOptions, 'input'>;

/** What is seen of a card that nobody has judged yet. */
const UNJUDGED: CardView = { brand: 'unknown', hasNumber: false, errors: new Map(), isQuiet: false };

/**
 * The four fields of a card. What is typed lives in the inputs alone. What follows and judges it is loaded after the first field is
 * shown: what was typed by then is grouped and judged when it comes.
 */
export class CardFieldsController implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #options: CardFieldsOptions;
  #judge: CardJudge | undefined;

  constructor(host: ReactiveControllerHost & HTMLElement, options: CardFieldsOptions) {
    this.#host = host;
    this.#options = options;
    host.addController(this);
  }

  /** Loads what follows and judges. Rejects with a `CheckoutError`; the next call tries again. */
  readonly load = createPartLoader(async () => {
    const { CardTyping, ptBrWhole } = await import('./card-typing.js');
    // What is wrong is said in words that come with it.
    addPortuguese(ptBrWhole);
    const typing = new CardTyping(this.#host, { ...this.#options, input: (field) => this.#input(field) });
    this.#judge = typing.judge;
    typing.follow();
  });

  /** What is to be seen of the card beside what is typed. */
  get view(): CardView {
    return this.#judge ?? UNJUDGED;
  }

  hostConnected(): void {
    addEventListener('pagehide', this.#handlePageHide);
    void afterPaint().then(() => this.load().catch(() => undefined));
  }

  /** Clears the fields once the element has left the page. A host that is only moved is connected again in the same task. */
  hostDisconnected(): void {
    removeEventListener('pagehide', this.#handlePageHide);
    queueMicrotask(() => {
      if (!this.#host.isConnected) this.clear();
    });
  }

  /** Marks every wrong field and returns the card if there is none, else the names of the wrong ones. Unjudged all are wrong. */
  validate(): TypedCard | { fields: CardField[] } {
    return this.#judge?.validate() ?? { fields: [...CARD_FIELDS] };
  }

  /** Whether every field is right, without marking any. */
  get isValid(): boolean {
    return this.#judge !== undefined && !this.fault;
  }

  /** Whether anything is typed. */
  get isTyped(): boolean {
    return CARD_FIELDS.some((field) => this.#text(field).trim());
  }

  /** The first field that is not right, and why, whether it is marked or not. */
  get fault(): { field: CardField; error: FieldError } | undefined {
    return this.#judge?.fault;
  }

  /** Empties all fields. */
  clear(): void {
    for (const field of CARD_FIELDS) this.#empty(field);
    this.#judge?.clear();
    this.#host.requestUpdate();
  }

  /** Empties the security code, which is never kept after it was sent (PCI DSS 3.3.1). */
  clearSecurityCode(): void {
    this.#empty('securityCode');
    this.#judge?.announce();
  }

  /** Clears the fields before the browser keeps the page for "back", which keeps the text of its inputs too. */
  readonly #handlePageHide = (): void => this.clear();

  #empty(field: CardField): void {
    const input = this.#input(field);
    if (input) input.value = '';
  }

  #text(field: CardField): string {
    return this.#input(field)?.value ?? '';
  }

  #input(field: CardField): HTMLInputElement | null {
    return this.#host.shadowRoot?.querySelector<HTMLInputElement>(`#${field}`) ?? null;
  }
}
