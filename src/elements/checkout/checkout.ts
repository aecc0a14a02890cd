import { nothing, type TemplateResult } from 'lit';
import { BalcaoEvent } from '../../controllers/page/checkout-events.js';
import { LocalizeController } from '../../controllers/page/localize-controller.js';
import { SettingsController } from '../../controllers/settings/settings-controller.js';
import { METHODS, type MethodName } from '../../controllers/settings/settings.js';
import type { PaymentOutcome } from '../../domain/order/outcome.js';
import type { TextKey } from '../../i18n/pt-br.js';
import type { CardForm } from '../card-form/card-form.js';
import type { BoletoElement } from '../boleto/boleto.js';
import type { Pix } from '../pix/pix.js';
import type { SavedCards } from '../saved-cards/saved-cards.js';
import { renderOutcomeRegion } from '../shared/outcome/outcome-region.js';
import { renderPartMissing } from '../shared/outcome/part-missing.js';
import { LateElement } from '../shared/late-element.js';
import { SettingsElement } from '../shared/settings-element.js';
import { themeStyles } from '../shared/styles/theme.styles.js';
import type { CheckoutLate } from './checkout.late.js';
import { checkoutStyles } from './checkout.styles.js';
import { hasOwnLayout, passSlots, SLOTS } from './shop-slots.js';
import { loadElement } from '../shared/define-element.js';
import { html } from '../shared/html.js';

/**
 * The checkout of one order. By default it lays out the payment methods. If one of the other elements, such as `<balcao-card-form>`, is in
 * its default slot, at any depth, the shop lays out the methods itself, and the checkout only shares its settings and the state of the
 * order with them.
 *
 * @example
 * ```html
 * <balcao-checkout base-url="https://payments.example/" token-url="/shop/token" amount="149.90" order-id="42"></balcao-checkout>
 * ```
 *
 * @tag balcao-checkout
 * @slot - the shop's own layout of Balcão's elements, instead of the methods
 * @slot header - the shop's content above the methods
 * @slot footer - the shop's content below the methods
 * @slot card-frame - the shop's own `<iframe>` of `frame-url`, which then loads in parallel with the script
 * @slot card-consent - the shop's own text about saving a card
 * @slot help - the shop's content below the pay button, and below an order that only the shop can put right, such as whom to ask
 * @slot pix-mark - the mark of Pix in the place of ours: an image or an `<svg>` without words, such as the official mark. It is shown once: in
 *   the row of Pix, or in its panel if there are no rows
 * @slot approved - the shop's content for a paid order, such as what comes next
 * @slot declined - the shop's content for a payment that was refused
 * @slot failed - the shop's content for a payment that was not made
 * @slot unconfirmed - the shop's content for a payment that could not be confirmed, such as how to reach the shop
 * @fires {BalcaoEvent} balcao-ready - once, when the element can be used
 * @fires {BalcaoEvent} balcao-method-changed - when another method was chosen, by the shopper or because saved cards were found
 * @fires {BalcaoEvent} balcao-failed - when nothing was charged, or no Pix code was created
 * @fires {BalcaoEvent} balcao-duplicate - when the shopper paid more than was due: once for each surplus payment
 * @fires {BalcaoEvent} balcao-problem - when something other than a payment fails; `detail.operation` names it
 * @csspart error - the error of a field or a choice
 * @csspart methods - the rows of the methods
 * @csspart method - the row of a method: its head and, while it is open, its form; in the row of the saved cards, the cards
 * @csspart method-saved-cards - the row of the saved cards
 * @csspart method-card - the row of a new card
 * @csspart method-pix - the row of Pix
 * @csspart method-boleto - the row of the boleto
 * @csspart method-name - the name of a method
 * @csspart method-badge - the discount of a method
 * @csspart method-mark - the mark of a method
 * @csspart method-line - the summary of a method in one line
 * @csspart panel - the content of an open row, and the saved cards
 * @csspart outcome - the outcome: the order was paid twice, not in full or elsewhere, or the result is unknown
 * @csspart outcome-icon - the icon of an outcome
 * @csspart outcome-title - the heading of an outcome
 * @csspart outcome-text - the explanation of an outcome
 * @csspart outcome-details - the amount, plan, card, time and identifier of a payment
 * @csspart outcome-amount - the paid amount
 * @csspart pay-with-pix-button - the button that leads to Pix after a payment that was not made
 * @csspart use-other-card-button - the button that leads to another card after a payment that was not made
 * @csspart copy-identifier-button - the button that copies the identifier of a payment
 * @csspart receipt-button - the button that shares a receipt on phones, and prints it elsewhere
 * @csspart outcome-note - the note that a card payment is unconfirmed, in addition to the payment of the order
 * @csspart check-button - the button that queries the result of an unconfirmed payment again
 * @csspart reload-button - the button that loads again what could not be loaded: the page, or the frame with the card's fields
 * @cssprop [--balcao-background=transparent] - background of the checkout
 * @cssprop [--balcao-pix=light-dark(#0a8577, #4fd1bd)] - the mark of Pix
 * @cssprop [--balcao-pix-mark=initial] - image in the place of our mark of Pix, as `url(...)`, in the row of Pix and in its panel
 * @cssprop [--balcao-badge=var(--balcao-good)] - the discount of a method
 * @cssprop [--balcao-on-badge=var(--balcao-background)] - text on the discount of a method
 * @cssprop [--balcao-duration=0.16s] - duration of motion; there is none if the device asks for reduced motion
 * @cssprop [--balcao-padding=0px] - padding of the checkout
 * @cssprop [--balcao-min-height=43rem] - minimum height of the checkout in every state
 */
export class Checkout extends SettingsElement {
  static override styles = [themeStyles, checkoutStyles];

  protected readonly settings = new SettingsController(this);
  readonly #localize = new LocalizeController(this, () => this.settings.input.texts);
  readonly #late = new LateElement<CheckoutLate>(
    this,
    ({ CheckoutLate }) => new CheckoutLate({ host: this, settings: this.settings, localize: this.#localize }),
  );
  readonly #children = new MutationObserver(() => this.requestUpdate());
  /**
   * The methods whose element is rendered. An element is rendered and its code loaded when it is first needed; then it stays, with its
   * typed text.
   */
  readonly #drawn = new Map<MethodName, Element>();
  /** The methods whose code could not be loaded. */
  readonly #missing = new Set<MethodName>();
  /** The method that the shopper chose or began to fill in. */
  #chosen: MethodName | undefined;
  /** The method of the last render, to find changes. */
  #shown: MethodName | undefined;
  /** The order of the rows unless the shop has set `methods`: Pix is the first one if it is cheaper at the first render. It stays so. */
  #rows: readonly MethodName[] | undefined;
  /** True once `balcao-ready` was sent. */
  #isReady = false;
  /** True once the saved cards were read, or could not be read. */
  #isListed = false;
  /**
   * True if the row of saved cards has a head while it is closed, also without any card: the shopper already filled in another method when
   * the cards were read, and nothing may move then.
   */
  #isHeadKept = false;

  /** Pays with the open method; for Pix, creates its code. A second call during a payment returns the same promise. */
  pay(): Promise<PaymentOutcome> {
    return this.#active?.pay() ?? this.#payWhenDrawn();
  }

  /** Returns whether everything is filled in correctly, and marks nothing. */
  checkValidity(): boolean {
    return this.#active?.checkValidity() ?? false;
  }

  /** Marks the wrong fields and puts the focus on the first of them. Returns whether everything is correct. */
  reportValidity(): boolean {
    return this.#active?.reportValidity() ?? false;
  }

  /** Empties the forms and clears their messages. */
  reset(): void {
    for (const method of METHODS) this.#find<Part>(method)?.reset();
  }

  /** Puts the focus on the first field of the open method. */
  override focus(options?: FocusOptions): void {
    this.#active?.focus(options);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.renderRoot.addEventListener('balcao-ready', this.#handleReady);
    this.#children.observe(this, { childList: true, subtree: true, attributeFilter: ['slot'] });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#children.disconnect();
  }

  protected override render(): TemplateResult {
    const alarm = this.#renderAlarm();
    return this.#hasLayout ? html`${alarm}<slot name="header"></slot><slot></slot><slot name="footer"></slot>` : this.#renderMethods(alarm);
  }

  protected override updated(): void {
    passSlots(this, SLOTS);
    const shown = this.#hasLayout ? undefined : this.#method;
    if (shown === this.#shown) return;
    const before = this.#shown;
    this.#shown = shown;
    if (!shown || !before) return;
    this.dispatchEvent(new BalcaoEvent('balcao-method-changed', { method: shown === 'saved-cards' ? 'saved-card' : shown }));
  }

  /** Pays once the element of the open method is rendered and its code is loaded. */
  async #payWhenDrawn(): Promise<PaymentOutcome> {
    await this.updateComplete;
    if (!this.#hasLayout) await loadMethod(this.#method).catch(() => undefined);
    return this.#active?.pay() ?? { status: 'invalid', fields: [] };
  }

  /** Renders the state of the order if it replaces the methods; else the empty region for it. */
  #renderAlarm(): TemplateResult {
    return (this.#isAlarming && this.#late.loaded?.renderAlarm()) || renderOutcomeRegion();
  }

  /** True while the state of the order replaces the methods. */
  get #isAlarming(): boolean {
    return this.#late.loaded?.isAlarming(this.#hasLayout) ?? false;
  }

  get #isPayable(): boolean {
    return this.#late.loaded?.order.isPayable ?? true;
  }

  #renderMethods(alarm: TemplateResult): TemplateResult {
    const { methods: all, pixAmountCents = Infinity, amountCents } = this.settings.current.settings;
    const offered = this.#offered;
    const rows = this.settings.input.methods ? all : (this.#rows ??= pixAmountCents < amountCents ? ['pix', 'saved-cards', 'card'] : all);
    const methods = all.filter((method) => offered.includes(method) || this.#hasEmptyRow);
    const hasRows = methods.length > 1 && this.#isPayable;
    // Rendered one by one: in a list, Lit would add two comment nodes for each row.
    const [first, second, third, fourth] = rows.map((method) => {
      const isChosen = method === this.#method;
      const isListed = methods.includes(method);
      if (!isListed && !this.#isAtWork(method) && !this.#drawn.has(method)) return nothing;
      const name = method === 'card' && methods.includes('saved-cards') ? 'methodNewCard' : NAMES[method];
      const isOffered = offered.includes(method);
      // Saved cards that can pay are rows of their own, in the place of the row's head.
      const areRows = method === 'saved-cards' && hasRows && (isChosen || !this.#isHeadKept) && this.#savedCards?.hasPayable;
      return html`<div
        part="method method-${method}"
        class="method ${isChosen ? 'open' : ''}"
        ?hidden=${!isListed}
        @click=${({ target, currentTarget }: Event) => target === currentTarget && isOffered && !isChosen && this.#choose(method)}
      >
        ${hasRows && isListed && !areRows ? this.#renderChoice(method, name, isOffered) : nothing}
        <div part="panel" class="panel" ?hidden=${!(isChosen || areRows)}>${this.#renderMethod(method, isChosen, areRows)}</div>
      </div>`;
    });
    return html`<div class=${this.#isAlarming ? 'methods' : ''}>${alarm}</div>
      <slot name="header"></slot>
      <div
        part="methods"
        class="methods ${this.#isHeld ? 'held' : ''} ${hasRows ? 'rows' : this.#isPayable ? '' : 'over'}"
        role=${hasRows ? 'radiogroup' : nothing}
        aria-label=${hasRows ? this.#localize.text('methods') : nothing}
        ?hidden=${this.#isAlarming}
        @focusin=${this.#keepMethod}
        @input=${this.#keepMethod}
        @balcao-field-focus=${this.#keepMethod}
        @balcao-method-changed=${this.#handleOther}
      >
        ${first}${second}${third}${fourth}
      </div>
      <slot name="footer"></slot>`;
  }

  /**
   * Renders the head of a row: a radio, the method's name, and the room for one line and a mark, which are lazy-loaded. The radio of a
   * method that is not offered is disabled: its row stays, so that nothing moves while the shopper presses. The row handles a press on its
   * edge, outside of the label.
   */
  #renderChoice(method: MethodName, name: TextKey, isOffered: boolean): TemplateResult {
    const about = this.#late.loaded?.describe(method);
    return html`<label class="choice" @input=${() => this.#choose(method)}
      ><input type="radio" name="method" value=${method} .checked=${method === this.#method} ?disabled=${!isOffered} /><span
        part="method-name"
        .textContent=${this.#localize.text(name)}
      ></span
      >${about?.extra}<svg part="method-mark" width="34" height="22" ${about?.mark}></svg
      ><span part="method-line" .textContent=${about?.line}></span
    ></label>`;
  }

  /** Renders the element of a method, if it is needed now or was needed before. */
  #renderMethod(method: MethodName, isShown: boolean, areRows: boolean | undefined): TemplateResult | typeof nothing {
    if (!this.#drawn.has(method) && (isShown || this.#isAtWork(method))) this.#draw(method);
    const element = this.#drawn.get(method);
    if (element && method === 'saved-cards') Object.assign(element, { isOpenRow: areRows ? isShown : undefined });
    return html`${element}${this.#missing.has(method) ? renderPartMissing(this.#localize) : nothing}`;
  }

  /** Lets a method's element be rendered from now on, and loads its code. A second call retries code that could not be loaded. */
  #draw(method: MethodName): void {
    const element = this.#drawn.get(method) ?? document.createElement(getTag(method));
    this.#drawn.set(method, element);
    element.addEventListener('load', this.#handleList);
    loadMethod(method).then(
      () => this.#missing.delete(method) && this.requestUpdate(),
      () => {
        this.#missing.add(method);
        this.requestUpdate();
      },
    );
  }

  /**
   * Returns true if a method's element is needed before the method is opened: to read a customer's cards, or to watch a charge that can
   * be paid.
   */
  #isAtWork(method: MethodName): boolean | undefined {
    return method === 'saved-cards' ? this.#canHaveCards : this.#late.loaded?.isWatched(method);
  }

  /** True if the shop lays out the methods itself. */
  get #hasLayout(): boolean {
    return hasOwnLayout(this);
  }

  /** The methods that can be chosen now. Saved cards are among them if there are any, and while their row is open. */
  get #offered(): readonly MethodName[] {
    const { methods } = this.settings.current.settings;
    const offered = methods.filter((method) => method !== 'saved-cards' || this.#savedCards?.hasCards || this.#chosen === method);
    return offered.length ? offered : methods.slice(0, 1);
  }

  /** The open method: the one that the shopper chose or began to fill in, else the first one; not the saved cards if none can pay. */
  get #method(): MethodName {
    const offered = this.#offered;
    if (this.#chosen && offered.includes(this.#chosen)) return this.#chosen;
    return offered.find((method) => method !== 'saved-cards' || this.#savedCards?.hasPayable) ?? offered[0] ?? 'card';
  }

  /** The element that pays now. In a shop's own layout it is the list of saved cards while a card is chosen in it, else the card form. */
  get #active(): Part | null | undefined {
    if (!this.#hasLayout) return this.#find(this.#method);
    const savedCards = this.#savedCards;
    if (savedCards?.value) return savedCards;
    return this.#cardForm ?? METHODS.map((method) => this.#find<Part>(method)).find(Boolean);
  }

  get #cardForm(): CardForm | null {
    return this.#find<CardForm>('card');
  }

  get #savedCards(): SavedCards | null {
    return this.#find<SavedCards>('saved-cards');
  }

  #find<E extends Element>(method: MethodName): E | null {
    const selector = `${getTag(method)}:defined`;
    return this.renderRoot?.querySelector<E>(selector) ?? this.querySelector<E>(selector);
  }

  #choose(method: MethodName): void {
    this.#chosen = method;
    if (this.#missing.has(method)) this.#draw(method);
    this.requestUpdate();
  }

  /**
   * True while the row of saved cards is there without any card: until the cards are read, and then if the shopper already fills in another
   * method.
   */
  get #hasEmptyRow(): boolean {
    return this.#isListed ? this.#isHeadKept : this.#canHaveCards;
  }

  /** True if the settings name a customer or a store, so that there may be saved cards. */
  get #canHaveCards(): boolean {
    const { customerId, cardStore } = this.settings.current.settings;
    return Boolean(customerId ?? cardStore);
  }

  /**
   * True while the methods are hidden until a customer's saved cards are read: the cards would move them. The style sheet limits the time
   * to a second.
   */
  get #isHeld(): boolean {
    const { customerId, methods } = this.settings.current.settings;
    return !this.#isListed && !this.#chosen && customerId !== undefined && methods.includes('saved-cards');
  }

  /**
   * Handles "use another card" and "pay with Pix" of a method's element, and a press on a saved card in a closed row. The element has sent the
   * event, so the checkout does not send another one.
   */
  readonly #handleOther = ({ detail: { method } }: BalcaoEvent<'balcao-method-changed'>): void => {
    this.#choose(method === 'saved-card' ? 'saved-cards' : method);
    this.#shown = this.#method;
    const focus = (): void => this.focus();
    void this.updateComplete.then(() => loadMethod(this.#method)).then(focus, focus);
  };

  readonly #handleList = (): void => {
    if (!this.#isListed) this.#isHeadKept = this.#chosen !== undefined;
    this.#isListed = true;
    this.requestUpdate();
  };

  /** Sends one `balcao-ready` for all methods: when the card form is ready, or any method if there is no card form. */
  readonly #handleReady = (event: Event): void => {
    event.stopPropagation();
    if (this.#isReady || (this.#cardForm && event.target !== this.#cardForm)) return;
    this.#isReady = true;
    this.dispatchEvent(new BalcaoEvent('balcao-ready', null));
  };

  /** Keeps the method open that the shopper begins to fill in, also if saved cards are read later. */
  readonly #keepMethod = (): void => {
    if (this.#chosen) return;
    this.#chosen = this.#method;
    if (!this.#isListed) this.requestUpdate();
  };
}

/** An element that pays. */
type Part = CardForm | SavedCards | Pix | BoletoElement;

/** The text keys of the methods' names. */
const NAMES: Readonly<Record<MethodName, TextKey>> = {
  'saved-cards': 'methodSaved',
  card: 'methodCard',
  pix: 'methodPix',
  boleto: 'methodBoleto',
};

/** Loads and registers the element of a method. Rejects with a `CheckoutError` if its code cannot be loaded. */
function loadMethod(method: MethodName): Promise<void> {
  return loadElement(getTag(method));
}

function getTag(method: MethodName): string {
  return method === 'card' ? 'balcao-card-form' : `balcao-${method}`;
}
