import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { afterPaint } from '../page/after-paint.js';
import { addPortuguese } from '../page/localize-controller.js';
import { createPartLoader } from '../page/part-loader.js';
import { CARD_FIELDS, type CardField, type CardView, type FieldError } from './card-field.js';
import type { CardJudge, CardJudgeOptions } from './card-judge.js';
import type { TypedCard } from './typed-card.js';

/** What the controller needs to judge the fields, and who is told. */
export interface CardFieldsOptions extends Omit<CardJudgeOptions, 'input' | 'draw'> {
  /** Called when something is typed, before it is judged. */
  typed: () => void;
}

/** The events of a field that matter: its text changes, a change is to be undone, it is left. */
const EVENTS = ['input', 'compositionend', 'keydown', 'beforeinput', 'focusout'] as const;

/** What is seen of a card that nobody has judged yet. */
const UNJUDGED: CardView = { brand: 'unknown', errors: new Map(), isQuiet: false };

/**
 * The four fields of a card. What is typed lives in the inputs alone. What groups and judges it is loaded after the first field is
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

  /** Loads what groups and judges. Rejects with a `CheckoutError`; the next call tries again. */
  readonly load = createPartLoader(async () => {
    const { CardJudge, ptBrWhole } = await import('./card-judge.js');
    // What is wrong is said in words that come with it.
    addPortuguese(ptBrWhole);
    this.#judge = new CardJudge({ ...this.#options, input: (field) => this.#input(field), draw: () => this.#host.requestUpdate() });
    for (const field of CARD_FIELDS) if (this.#text(field)) this.#judge.handleInput(field);
  });

  /** What is to be seen of the card beside what is typed. */
  get view(): CardView {
    return this.#judge ?? UNJUDGED;
  }

  hostConnected(): void {
    addEventListener('pagehide', this.#handlePageHide);
    for (const type of EVENTS) this.#host.shadowRoot?.addEventListener(type, this);
    void afterPaint().then(() => this.load().catch(() => undefined));
  }

  /** Clears the fields once the element has left the page. A host that is only moved is connected again in the same task. */
  hostDisconnected(): void {
    removeEventListener('pagehide', this.#handlePageHide);
    queueMicrotask(() => {
      if (!this.#host.isConnected) this.clear();
    });
  }

  /** Renders the host only where something changes that is seen beside the text of the field. */
  handleEvent(event: Event): void {
    const { target, type } = event;
    const field = CARD_FIELDS.find((each) => target === this.#input(each));
    if (!field) return;
    if (type !== 'input' && type !== 'compositionend') return this.#judge?.handleEvent(field, event);
    this.#options.typed();
    this.#judge?.handleInput(field, event);
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
