import type { CardState } from '../../channel/card-state.js';
import type { Brand } from '../../domain/card/brands.js';
import { securityCodeLength } from '../../domain/card/security-code.js';
import { listBrandNames } from '../../i18n/brand-list.js';
import { brandNames } from '../../i18n/brand-names.js';
import { ptBrWhole, type TextKey } from '../../i18n/pt-br-whole.js';
import type { CardField, FieldError, FieldFault, ValidatedFields } from '../card/card-field.js';
import type { FramedFormOptions } from '../card/framed-form.js';
import type { TypedCard } from '../card/typed-card.js';
import type { FrameLink } from './frame-link.js';
import { createFramedCard } from './framed-client.js';

/** Who is told of the fields in a frame, and which brands are accepted. */
export interface FramedFieldsOptions extends FramedFormOptions {
  /** Called when something changed that is seen beside the text of the fields. */
  draw: () => void;
}

/** What is said of a field that is wrong for a reason without words. */
const UNKNOWN_ERRORS = {
  number: 'numberChecksum',
  holderName: 'holderEmpty',
  expirationDate: 'expirationFormat',
  securityCode: 'codeLengthEither',
} as const satisfies Record<CardField, TextKey>;

/** The four fields of a card in a frame, as the form sees them: in place of a `CardValidator`, by what the frame says. */
export class FramedFields implements ValidatedFields {
  /** Errors are shown inside the frame. */
  readonly errors: ReadonlyMap<CardField, FieldError> = new Map();
  readonly isQuiet = false;
  readonly #link: FrameLink;
  readonly #options: FramedFieldsOptions;
  #isTyped = false;
  #isMissing = false;
  #verdict = '';
  #announced = '';
  /** Of an empty card, which nobody need be told of. */
  #seen = 'unknown false';

  constructor(link: FrameLink, options: FramedFieldsOptions) {
    this.#link = link;
    this.#options = options;
    this.#verdict = this.#readVerdict();
    this.#announced = this.#readAnnounced();
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

  /** Shown inside the frame. */
  get nameHint(): undefined {
    return undefined;
  }

  get isMissing(): true | undefined {
    return this.#isMissing || undefined;
  }

  /** The first field that is not right, and why, whether it is marked or not. */
  get fault(): FieldFault | undefined {
    const [first] = this.#link.state.wrong;
    return first && { field: first.field, error: this.#readError(first) };
  }

  /** The fields that are not right, marked or not. */
  get wrong(): CardField[] {
    return this.#link.state.wrong.map(({ field }) => field);
  }

  /** Follows what the frame says. Returns a function that stops that. */
  follow(): () => void {
    this.announce();
    return this.#link.subscribe(({ type }) => {
      if (type === 'hello') this.#isMissing = false;
      if (type === 'hello' || type === 'state' || type === 'dead') this.announce();
    });
  }

  /** Settles once the frame has all that a payment needs. Rejects with a `CheckoutError`. */
  async load(): Promise<void> {
    try {
      await this.#link.ready();
    } catch (error) {
      this.#isMissing = true;
      this.announce();
      throw error;
    }
  }

  /** Settles once the frame has all that a payment needs, and what is known of the card is of now. Rejects with a `CheckoutError`. */
  async ready(): Promise<void> {
    await this.load();
    await this.#link.check();
  }

  /** Has every wrong field marked, with the focus on the first, and returns their names; the card where there is none. */
  validate(): TypedCard | { fields: CardField[] } {
    const { wrong } = this;
    const { brand, last4 } = this.#link.state;
    if (wrong.length === 0 && last4 !== undefined) return createFramedCard(this.#link, { brand, last4 });
    this.#link.send({ type: 'mark' });
    this.#link.send({ type: 'focus', ...(wrong[0] && { field: wrong[0] }) });
    return { fields: wrong };
  }

  /** Empties all fields. */
  clear(): void {
    this.#link.send({ type: 'clear', what: 'all' });
    this.announce();
  }

  /** Empties the security code, which is never kept after it was sent (PCI DSS 3.3.1). */
  clearSecurityCode(): void {
    this.#link.send({ type: 'clear', what: 'code' });
  }

  /** Tells of what there is to tell of what the frame has said last, and only then. */
  announce(): void {
    const { isTyped, brand, hasNumber, isMissing } = this;
    if (isTyped && !this.#isTyped) this.#options.typed();
    this.#isTyped = isTyped;
    const seen = `${brand} ${hasNumber} ${isMissing}`;
    if (seen !== this.#seen) this.#options.draw();
    this.#seen = seen;
    const verdict = this.#readVerdict();
    if (verdict !== this.#verdict) this.#options.judged();
    this.#verdict = verdict;
    const announced = this.#readAnnounced();
    if (announced === this.#announced) return;
    this.#announced = announced;
    const { last4 } = this.#link.state;
    this.#options.changed({ complete: last4 !== undefined, brand, ...(last4 !== undefined && { last4 }) });
  }

  #readVerdict(): string {
    const { brand, isTyped, wrong } = this.#link.state;
    return [brand, isTyped, wrong[0]?.field, wrong[0]?.key].join();
  }

  #readAnnounced(): string {
    const { brand, last4 = '' } = this.#link.state;
    return `${brand} ${last4}`;
  }

  /** A frame of another version may know errors that this page has no words for: what is said of the field then is true of any that is wrong. */
  #readError({ field, key }: CardState['wrong'][number]): FieldError {
    const accepted = listBrandNames(this.#options.acceptedBrands());
    const values = { brand: brandNames[this.brand], accepted, digits: this.codeLength ?? 3 };
    return { key: isTextKey(key) ? key : UNKNOWN_ERRORS[field], values };
  }
}

function isTextKey(key: string): key is TextKey {
  return Object.hasOwn(ptBrWhole, key);
}
