import type { LitElement } from 'lit';
import type { LocalizeController } from '../page/localize-controller.js';
import type { SettingsController } from '../settings/settings-controller.js';
import type { CardField, ValidatedFields } from './card-field.js';
import type { CardValidatorOptions } from './card-validator.js';

/** Follows fields that are in a frame. */
export interface FrameFollower {
  /** The fields, once there is a frame. */
  readonly fields: ValidatedFields | undefined;
  /** The frame, where a form can point at it. */
  readonly anchor: HTMLElement | undefined;
  /** Settles once the frame has all that a payment needs, and what is known of its fields is of now. Rejects with a `CheckoutError`. */
  ready(): Promise<void>;
  /** Puts the focus on a field in the frame; on the first one by default. */
  focus(field?: CardField, options?: FocusOptions): void;
}

/** An element that has its card fields in a frame, as the frame sees it. While it pays, its form is `aria-busy`. */
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
  /** Loads what follows the frame. */
  readonly load: () => Promise<{ followFrame: (form: FramedForm, options: FramedFormOptions) => FrameFollower }>;
}

/** The callbacks for fields in a frame. */
export interface FramedFormOptions extends Pick<CardValidatorOptions, 'acceptedBrands' | 'changed' | 'faultChanged'> {
  /** Called when the first text is typed into fields that were empty. */
  typed: () => void;
}
