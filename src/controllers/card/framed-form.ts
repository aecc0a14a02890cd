import type { LitElement } from 'lit';
import type { LocalizeController } from '../page/localize-controller.js';
import type { SettingsController } from '../settings/settings-controller.js';
import type { CardField, ValidatedFields } from './card-field.js';
import type { CardValidatorOptions } from './card-validator.js';

/** The page's side of card fields that are in a frame. */
export interface FrameFollower {
  /** The fields; `undefined` while there is no frame. */
  readonly fields: ValidatedFields | undefined;
  /** The frame, if a form can use it as an anchor. */
  readonly anchor: HTMLElement | undefined;
  /**
   * Settles when the frame has loaded everything that a payment needs and the state of its fields is current. Rejects with a
   * `CheckoutError`.
   */
  ready(): Promise<void>;
  /** Stops waiting for the frame, and shows that it did not load. Returns false if there is nothing to wait for. */
  miss(): boolean;
  /** Loads the frame anew. */
  reload(): void;
  /** Puts the focus on a field in the frame, by default on the first field. */
  focus(field?: CardField, options?: FocusOptions): void;
}

/** An element that has its card fields in a frame, as the frame uses it. While it pays, its form is `aria-busy`. */
export interface FramedHost extends LitElement {
  readonly value: string;
  readonly form: HTMLFormElement | null;
  readonly required: boolean;
}

/** A form whose settings may name a frame for its card fields. */
export interface FramedForm {
  readonly host: FramedHost;
  readonly settings: SettingsController;
  readonly localize: LocalizeController;
  /** Loads the code that follows the frame. */
  readonly load: () => Promise<{ followFrame: (form: FramedForm, options: FramedFormOptions) => FrameFollower }>;
}

/** The callbacks for fields in a frame. */
export interface FramedFormOptions extends Pick<CardValidatorOptions, 'acceptedBrands' | 'changed' | 'faultChanged'> {
  /** Called when text is typed into fields that were all empty. */
  typed: () => void;
}
