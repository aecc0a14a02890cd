import type { LitElement, ReactiveController } from 'lit';
import { afterPaint } from '../page/after-paint.js';
import { createPartLoader } from '../page/part-loader.js';
import { CARD_FIELDS, type CardField, type CardView, type FieldError } from './card-field.js';
import type { CardFollower } from './card-follower.js';
import type { CardTypingOptions } from './card-typing.js';
import type { FramedForm, FrameFollower } from './framed-form.js';
import type { TypedCard } from './typed-card.js';

/** What the controller needs to follow and judge the fields, and who is told. */
export interface CardFieldsOptions extends Omit<CardTypingOptions, 'input'> {
  /** Of a host that may have its fields in a frame. */
  framed?: FramedForm;
}

/** What is seen of a card that nobody has judged yet. */
const UNJUDGED: CardView = { brand: 'unknown', hasNumber: false, errors: new Map(), isQuiet: false };

/**
 * The four fields of a card. What is typed lives in the inputs alone, those of the host or those of a frame. What follows and judges it is
 * loaded after the first field is shown: what was typed by then is grouped and judged when it comes.
 */
export class CardFieldsController implements ReactiveController {
  readonly #host: LitElement;
  readonly #options: CardFieldsOptions;
  #own: CardFollower | undefined;
  #framed: FrameFollower | undefined;
  /** Whether what was asked for last is what follows a frame. */
  #isFrameAsked: boolean | undefined;

  constructor(host: LitElement, options: CardFieldsOptions) {
    this.#host = host;
    this.#options = options;
    host.addController(this);
  }

  readonly #loadOwn = createPartLoader(async () => {
    const { CardTyping } = await import('./card-typing.js');
    const typing = new CardTyping(this.#host, { ...this.#options, input: (field) => this.#find(field) });
    this.#own = typing.judge;
    typing.follow();
  });

  readonly #loadFramed = createPartLoader(async () => {
    const { framed } = this.#options;
    if (framed) this.#framed = (await framed.load()).followFrame(framed, this.#options);
  });

  /** Loads what follows and judges. Rejects with a `CheckoutError`; the next call tries again. */
  load(): Promise<void> {
    this.#isFrameAsked = this.#isFramed;
    return this.#isFramed ? this.#loadFramed() : this.#loadOwn();
  }

  /** Settles once what follows and judges is there, and knows the fields as they are now. Rejects as `load()` does. */
  async ready(): Promise<void> {
    await this.load();
    if (this.#isFramed) await this.#framed?.ready();
  }

  /** What is to be seen of the card beside what is typed. */
  get view(): CardView {
    return this.#follower ?? UNJUDGED;
  }

  hostConnected(): void {
    addEventListener('pagehide', this.#handlePageHide);
    void afterPaint().then(() => this.load().catch(() => undefined));
  }

  /** Another setting may have moved the fields into a frame or out of it. */
  hostUpdated(): void {
    if ((this.#isFrameAsked ?? this.#isFramed) !== this.#isFramed) this.load().catch(() => undefined);
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
    return this.#follower?.validate() ?? { fields: [...CARD_FIELDS] };
  }

  /** Whether every field is right, without marking any. */
  get isValid(): boolean {
    return this.#follower !== undefined && !this.fault;
  }

  /** Whether anything is typed. */
  get isTyped(): boolean {
    return this.#follower?.isTyped ?? CARD_FIELDS.some((field) => this.#find(field)?.value.trim());
  }

  /** The first field that is not right, and why, whether it is marked or not. */
  get fault(): { field: CardField; error: FieldError } | undefined {
    return this.#follower?.fault;
  }

  /** Empties all fields. */
  clear(): void {
    for (const field of CARD_FIELDS) this.#empty(field);
    this.#follower?.clear();
    this.#host.requestUpdate();
  }

  /** Empties the security code, which is never kept after it was sent (PCI DSS 3.3.1). */
  clearSecurityCode(): void {
    this.#empty('securityCode');
    this.#follower?.clearSecurityCode();
  }

  /** Puts the focus on a field, by its name; on the first one by default. */
  focus(name?: string, options?: FocusOptions): void {
    const control = this.#find(name ?? 'number');
    if (control || !this.#isFramed) return control?.focus(options);
    this.load().then(
      () =>
        this.#framed?.focus(
          CARD_FIELDS.find((field) => field === name),
          options,
        ),
      () => undefined,
    );
  }

  /** What a form can point at for a field: its control, or the frame that it is in. */
  findAnchor(field: CardField): HTMLElement | undefined {
    return this.#find(field) ?? this.#framed?.anchor;
  }

  /** Clears the fields before the browser keeps the page for "back", which keeps the text of its inputs too. */
  readonly #handlePageHide = (): void => this.clear();

  get #isFramed(): boolean {
    return this.#options.framed?.settings.current.settings.frameUrl !== undefined;
  }

  get #follower(): CardFollower | undefined {
    return this.#isFramed ? this.#framed?.fields : this.#own;
  }

  #empty(field: CardField): void {
    const input = this.#find(field);
    if (input) input.value = '';
  }

  #find(name: string): HTMLInputElement | null {
    return this.#host.shadowRoot?.querySelector<HTMLInputElement>(`#${name}`) ?? null;
  }
}
