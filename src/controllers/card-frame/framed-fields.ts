import { presentFields } from '../../domain/present-fields.js';
import type { CardState } from '../../channel/card-state.js';
import type { Brand } from '../../domain/card/brands.js';
import { securityCodeLength } from '../../domain/card/security-code.js';
import { listBrandNames } from '../../i18n/brand-list.js';
import { brandNames } from '../../i18n/brand-names.js';
import { ptBr, type TextKey } from '../../i18n/pt-br.js';
import type { CardField, FieldError, FieldFault, ValidatedFields } from '../card/card-field.js';
import type { FramedFormOptions } from '../card/framed-form.js';
import type { TypedCard } from '../card/typed-card.js';
import type { FrameLink } from './frame-link.js';
import { createFramedCard } from './framed-client.js';

/** The callbacks for the fields in a frame, and the accepted brands. */
export interface FramedFieldsOptions extends FramedFormOptions {
  /** Called when something changed that is shown in addition to the text of the fields. */
  draw: () => void;
}

/** The errors that are shown if the frame's reason is one that this page has no text for. */
const UNKNOWN_ERRORS = {
  number: 'numberChecksum',
  holderName: 'holderEmpty',
  expirationDate: 'expirationFormat',
  securityCode: 'codeLengthEither',
} as const satisfies Record<CardField, TextKey>;

/** The four fields of a card in a frame, as the frame's messages describe them. A form uses it in place of a `CardValidator`. */
export class FramedFields implements ValidatedFields {
  /** Always empty, since the errors are shown inside the frame. */
  readonly errors: ReadonlyMap<CardField, FieldError> = new Map();
  readonly isQuiet = false;
  readonly #link: FrameLink;
  readonly #options: FramedFieldsOptions;
  #isTyped = false;
  #isMissing = false;
  #verdict = '';
  #announced = '';
  /** The state that was drawn last; empty at first, so that the first state is drawn. */
  #drawn = '';

  constructor(link: FrameLink, options: FramedFieldsOptions) {
    this.#link = link;
    this.#options = options;
    this.#verdict = this.#deriveVerdict();
    this.#announced = this.#deriveAnnounced();
  }

  get brand(): Brand {
    return this.#link.state.brand;
  }

  get hasNumber(): boolean {
    return this.#link.state.hasNumber;
  }

  get isTyped(): boolean {
    return this.#link.state.isTyped;
  }

  get codeLength(): number | undefined {
    return securityCodeLength(this.brand);
  }

  get isMissing(): true | undefined {
    return this.#isMissing || undefined;
  }

  /** The first invalid field with its error, marked or not. */
  get fault(): FieldFault | undefined {
    const [first] = this.#link.state.wrong;
    return first && { field: first.field, error: this.#convertError(first) };
  }

  /** The invalid fields, marked or not. */
  get wrong(): CardField[] {
    return this.#link.state.wrong.map(({ field }) => field);
  }

  /** Follows the messages of the frame. Returns a function that unsubscribes. */
  follow(): () => void {
    this.#notify();
    return this.#link.subscribe(({ type }) => {
      if (type === 'hello' || type === 'ready') this.#isMissing = false;
      if (type === 'hello' || type === 'ready' || type === 'state' || type === 'dead') this.#notify();
    });
  }

  /** Settles when the frame has loaded everything that a payment needs. Rejects with a `CheckoutError`. */
  load(): Promise<void> {
    return this.#await(() => this.#link.ready());
  }

  /**
   * Settles when the frame has loaded everything that a payment needs and the state of the card is up to date. Rejects with a
   * `CheckoutError`.
   */
  ready(): Promise<void> {
    return this.#await(async () => {
      await this.#link.ready();
      await this.#link.check();
    });
  }

  /** Stops waiting for the frame. Returns false if there is nothing to wait for. */
  miss(): boolean {
    if (this.#link.isReady && !this.#isMissing) return false;
    this.#setMissing(true);
    return true;
  }

  /**
   * Returns the card if all fields are valid. Otherwise marks every invalid field in the frame, puts the focus on the first one, and
   * returns their names.
   */
  validate(): TypedCard | { fields: CardField[] } {
    const { wrong } = this;
    const { brand, last4 } = this.#link.state;
    if (wrong.length === 0 && last4 !== undefined) return createFramedCard(this.#link, { brand, last4 });
    this.#link.send({ type: 'mark' });
    this.#link.send({ type: 'focus', ...(wrong[0] && { field: wrong[0] }) });
    return { fields: wrong };
  }

  /** Clears all fields. */
  clear(): void {
    this.#link.send({ type: 'clear', what: 'all' });
    this.#notify();
  }

  /** Clears the security code, which must not be stored after the charge (PCI DSS 3.3.1). */
  clearSecurityCode(): void {
    this.#link.send({ type: 'clear', what: 'code' });
  }

  /** Waits for the frame. It counts as missing if it does not load or respond. */
  async #await(answer: () => Promise<void>): Promise<void> {
    const answering = answer();
    this.#setMissing(false);
    try {
      await answering;
    } catch (error) {
      this.#setMissing(true);
      throw error;
    }
  }

  #setMissing(isMissing: boolean): void {
    this.#isMissing = isMissing;
    this.#notify();
  }

  /** Calls the callbacks whose values have changed since the last call, and no others. */
  #notify(): void {
    const { isTyped, brand, hasNumber, isMissing } = this;
    if (isTyped && !this.#isTyped) this.#options.typed();
    this.#isTyped = isTyped;
    const drawn = `${brand} ${hasNumber} ${isMissing}`;
    if (drawn !== this.#drawn) this.#options.draw();
    this.#drawn = drawn;
    const verdict = this.#deriveVerdict();
    if (verdict !== this.#verdict) this.#options.faultChanged();
    this.#verdict = verdict;
    const announced = this.#deriveAnnounced();
    if (announced === this.#announced) return;
    this.#announced = announced;
    const { last4 } = this.#link.state;
    this.#options.changed({ complete: last4 !== undefined, brand, ...presentFields({ last4 }) });
  }

  #deriveVerdict(): string {
    const { brand, isTyped, wrong } = this.#link.state;
    return [brand, isTyped, wrong[0]?.field, wrong[0]?.key].join();
  }

  #deriveAnnounced(): string {
    const { brand, last4 = '' } = this.#link.state;
    return `${brand} ${last4}`;
  }

  /**
   * Converts an error of the frame. A frame of another version may report errors that this page has no text for. Such a field gets its
   * most common error.
   */
  #convertError({ field, key }: CardState['wrong'][number]): FieldError {
    const accepted = listBrandNames(this.#options.acceptedBrands());
    const values = { brand: brandNames[this.brand], accepted, digits: this.codeLength ?? 3 };
    return { key: isTextKey(key) ? key : UNKNOWN_ERRORS[field], values };
  }
}

function isTextKey(key: string): key is TextKey {
  return Object.hasOwn(ptBr, key);
}
