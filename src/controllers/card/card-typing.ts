import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { readCardText, type CardText } from '../../domain/card/card-text.js';
import { ptBrWhole } from '../../i18n/pt-br-whole.js';
import { addPortuguese } from '../page/localize-controller.js';
import { CARD_FIELDS, type CardField } from './card-field.js';
import { isEnter } from './enter-key.js';
import { CardJudge, type CardJudgeOptions } from './card-judge.js';

/** Where the inputs of a card are, what is asked about them, and who is told. */
export interface CardTypingOptions extends Omit<CardJudgeOptions, 'draw'> {
  /** Called when something is typed, before it is judged. */
  typed: () => void;
  /** Whether the form can be sent with nothing in the fields. */
  canBeEmpty: () => boolean;
}

/** The events of a field that matter: its text changes, a change is to be undone, Enter, a paste, it is left. */
const EVENTS = ['input', 'compositionend', 'keydown', 'beforeinput', 'paste', 'focusout'] as const;

/**
 * Follows what is typed and pasted into the fields of a card, and where Enter leads. Loaded after the first field: what was there by then is
 * grouped, split and judged when it comes.
 */
export class CardTyping implements ReactiveController {
  readonly judge: CardJudge;
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #options: CardTypingOptions;

  constructor(host: ReactiveControllerHost & HTMLElement, options: CardTypingOptions) {
    this.#host = host;
    this.#options = options;
    // What is wrong is said in words that come with it.
    addPortuguese(ptBrWhole);
    this.judge = new CardJudge({ ...options, draw: () => host.requestUpdate() });
  }

  /** Begins, with what is typed already. */
  follow(): void {
    this.#host.addController(this);
    for (const field of CARD_FIELDS) if (this.#options.input(field)?.value) this.#handleInput(field);
    this.#hintEnter();
  }

  /** The same listener again adds nothing. */
  hostConnected(): void {
    for (const type of EVENTS) this.#host.shadowRoot?.addEventListener(type, this);
  }

  hostUpdated(): void {
    this.#hintEnter();
  }

  /** Renders the host only where something changes that is seen beside the text of the field. */
  handleEvent(event: Event): void {
    const { target, type } = event;
    if (!(target instanceof HTMLInputElement)) return;
    const field = CARD_FIELDS.find((each) => target === this.#options.input(each));
    if (event instanceof KeyboardEvent && isEnter(event)) return this.#handleEnter(event, field);
    if (!field) return;
    if (event instanceof ClipboardEvent) return this.#handlePaste(event, target);
    if (type !== 'input' && type !== 'compositionend') this.judge.handleEvent(field, event);
    else this.#handleInput(field, event);
    if (type === 'focusout') this.#hintEnter();
  }

  /**
   * Enter says what is wrong with its own field, goes on to the next one that is not right, and once none is left is the browser's, which sends
   * the form. Fields that nobody was in are not marked.
   */
  #handleEnter(event: KeyboardEvent, field: CardField | undefined): void {
    const { wrong, isTyped } = this.judge;
    if (!wrong.length || (!isTyped && this.#options.canBeEmpty())) return;
    event.preventDefault();
    // A key that is held down would go through all fields.
    if (event.repeat) return;
    if (field && wrong.includes(field)) return this.judge.tell(field);
    const next = wrong.find((each) => field && CARD_FIELDS.indexOf(each) > CARD_FIELDS.indexOf(field)) ?? wrong[0];
    if (next) this.#options.input(next)?.focus();
  }

  /** What the key of a phone's keyboard says: Enter sends the form where all other fields are right. */
  #hintEnter(): void {
    const { wrong } = this.judge;
    for (const field of CARD_FIELDS) {
      const input = this.#options.input(field);
      if (input) input.enterKeyHint = wrong.some((each) => each !== field) ? 'next' : 'go';
    }
  }

  #handlePaste(event: ClipboardEvent, input: HTMLInputElement): void {
    const card = !input.readOnly && readCardText(event.clipboardData?.getData('text/plain') ?? '');
    if (!card) return;
    event.preventDefault();
    this.#fill(card);
  }

  #handleInput(field: CardField, event?: Event): void {
    this.#options.typed();
    // Some keyboards and drops put a copied text in without a paste, and a paste may come before this does.
    const card = field === 'number' && !isTyped(event) && readCardText(this.#options.input(field)?.value ?? '');
    if (card) this.#fill(card);
    else this.judge.handleInput(field, event);
  }

  /** Puts what was pasted where it belongs, as if each had been pasted there. A wrong one is marked, except in the field that is typed into. */
  #fill(card: CardText): void {
    const texts: Partial<Record<CardField, string>> = card;
    for (const field of CARD_FIELDS) {
      const input = this.#options.input(field);
      const text = texts[field];
      if (!input || text === undefined) continue;
      input.value = text;
      input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true, inputType: 'insertFromPaste' }));
      if (!input.matches(':focus')) this.judge.tell(field);
    }
  }
}

/** Whether the text changed by a key, so by a character, or by a word of an input method. */
function isTyped(event: Event | undefined): boolean {
  if (!(event instanceof InputEvent)) return event instanceof CompositionEvent;
  const { inputType, data } = event;
  return /^(?:delete|history|insertComposition)/.test(inputType) || (inputType === 'insertText' && data?.length === 1);
}
