import { css, type LitElement, type TemplateResult } from 'lit';
import type { LocalizeController } from '../../controllers/page/localize-controller.js';
import { OrderController } from '../../controllers/order/order-controller.js';
import type { SettingsController, SettingsHost } from '../../controllers/settings/settings-controller.js';
import type { MethodName } from '../../controllers/settings/settings.js';
import type { SavedCard } from '../../domain/card/saved-card.js';
import { OutcomeView } from '../shared/outcome/outcome-view.js';
import { adoptLate } from '../shared/styles/late-styles.js';
import { HeldHeight } from './held-height.js';
import { describeMethod } from './method-about.js';
import type { MethodAbout } from './method-choice.js';
import { methodStyles } from './method.styles.js';

/** An outcome takes the place of rows and form: as a box of its own, so that no box moves up when the rows go. */
const overStyles = css`
  .over {
    align-content: stretch;
  }
  .over > .method,
  .over > .method > .panel,
  .over > .method > .panel > * {
    display: contents;
  }
`;

/** What the late half needs of the checkout. */
export interface CheckoutShell {
  readonly host: LitElement & SettingsHost;
  readonly settings: SettingsController;
  readonly localize: LocalizeController;
}

/** The checkout once it knows its order: how the order stands, what that says, and what matters of each method in one line. */
export class CheckoutLate {
  readonly order: OrderController;
  readonly #shell: CheckoutShell;
  readonly #view: OutcomeView;

  constructor(shell: CheckoutShell) {
    const { host, settings, localize } = shell;
    this.#shell = shell;
    adoptLate(host, overStyles, methodStyles);
    this.order = new OrderController(host, settings);
    this.#view = new OutcomeView(host, localize, []);
    new HeldHeight(host);
  }

  /** Renders what must be known of the whole order. */
  renderAlarm(): TemplateResult {
    return this.#view.renderOutcome({ order: this.order, settings: this.#shell.settings });
  }

  /** The mark and the line of a method; `card` is the saved card that would be paid with. */
  describe(method: MethodName, card: SavedCard | undefined): MethodAbout {
    const { host, settings, localize } = this.#shell;
    return describeMethod({ method, card, settings: settings.current, host, localize });
  }
}
