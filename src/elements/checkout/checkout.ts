import { html, nothing, type TemplateResult } from 'lit';
import { BalcaoEvent } from '../../controllers/page/checkout-events.js';
import { LocalizeController } from '../../controllers/page/localize-controller.js';
import { SettingsController } from '../../controllers/settings/settings-controller.js';
import type { MethodName } from '../../controllers/settings/settings.js';
import type { OrderState } from '../../domain/order/order-state.js';
import type { PaymentOutcome } from '../../domain/order/outcome.js';
import type { TextKey } from '../../i18n/pt-br.js';
import type { CardForm } from '../card-form/card-form.js';
import type { Pix } from '../pix/pix.js';
import type { SavedCards } from '../saved-cards/saved-cards.js';
import { renderOutcomeRegion } from '../shared/outcome/outcome-region.js';
import { renderPartMissing } from '../shared/outcome/part-missing.js';
import { LateElement } from '../shared/late-element.js';
import { SettingsElement } from '../shared/settings-element.js';
import { themeStyles } from '../shared/styles/theme.styles.js';
import type { CheckoutLate } from './checkout.late.js';
import { checkoutStyles } from './checkout.styles.js';
import { hasOwnLayout, passSlots } from './shop-slots.js';
import { loadElement } from '../shared/define-element.js';

/**
 * The checkout of one order. Alone it lays out the payment methods itself. With a part of its own, such as `<balcao-card-form>`, in its
 * default slot, however deep, it is only the counter: it gives the parts inside it their settings and the order's guard.
 *
 * @example
 * ```html
 * <balcao-checkout base-url="https://payments.example/" token-url="/shop/token" amount="149.90" order-id="42"></balcao-checkout>
 * ```
 *
 * @tag balcao-checkout
 * @slot - the shop's own layout of Balcão's elements, instead of the one below
 * @slot header - the shop's words and pictures above the methods
 * @slot footer - the shop's words and pictures below the methods
 * @slot card-frame - the shop's own `<iframe>` of `frame-url`, which then loads beside the script
 * @slot card-consent - the shop's own words on saving a card
 * @slot help - the shop's words below the pay button, such as whom to ask
 * @slot approved - the shop's words on a paid order, such as what comes next
 * @slot declined - the shop's words on a payment that was refused
 * @slot failed - the shop's words on a payment that was not made
 * @slot unconfirmed - the shop's words on a payment that could not be confirmed, such as how to reach it
 * @fires {BalcaoEvent} balcao-ready - once, when it can be used
 * @fires {BalcaoEvent} balcao-method-changed - when another method was chosen, by the shopper or because saved cards were found
 * @fires {BalcaoEvent} balcao-failed - when nothing was charged, or no Pix code was made
 * @fires {BalcaoEvent} balcao-duplicate - when money was taken that was not due: once for each surplus payment
 * @fires {BalcaoEvent} balcao-problem - when something goes wrong beside a payment; `detail.operation` says what
 * @csspart error - the error of a field or a choice
 * @csspart methods - the rows of the methods
 * @csspart method - the row of a method: its choice and, while it is open, its form
 * @csspart method-saved-cards - the row of the saved cards
 * @csspart method-card - the row of a new card
 * @csspart method-pix - the row of Pix
 * @csspart method-name - the name of a method
 * @csspart method-mark - the drawing of a method
 * @csspart method-line - the essence of a method, in one line
 * @csspart panel - the content of an open row
 * @csspart outcome - that the order was paid twice, not in full, elsewhere, or that the result is unknown
 * @csspart outcome-icon - the drawing of an outcome
 * @csspart outcome-title - the heading of an outcome
 * @csspart outcome-text - its meaning for the shopper
 * @csspart outcome-details - amount, plan, card, time and identifier
 * @csspart outcome-amount - the amount paid, large
 * @csspart pay-with-pix-button - leads to Pix after a payment that was not made
 * @csspart use-other-card-button - leads to another card after a payment that was not made
 * @csspart copy-identifier-button - copies the identifier of a payment
 * @csspart receipt-button - prints the details of a payment, or saves them as a file
 * @csspart outcome-note - that a card beside what paid the order is not confirmed
 * @csspart check-button - asks again for the result of an unconfirmed payment
 * @csspart reload-button - reloads the page, where a part of it could not be loaded
 * @cssprop [--balcao-background=transparent] - behind the whole checkout
 * @cssprop [--balcao-duration=0.16s] - length of motion; none where the device asks for less
 * @cssprop [--balcao-padding=0px] - space inside the edge of the checkout
 * @cssprop [--balcao-min-height=40rem] - height that the checkout holds, whatever it shows
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
  /** The methods whose element is in the page, with what was typed into it: each is rendered, and its code loaded, when it is first needed. */
  readonly #drawn = new Set<MethodName>();
  /** The methods whose code could not be loaded. */
  readonly #missing = new Set<MethodName>();
  #chosen: MethodName | undefined;
  #shown: MethodName | undefined;
  #isReady = false;
  #isListed = false;
  #isPlaceKept = false;

  /** Pays with what the shopper has filled in; where Pix is shown, makes its code. A second call while one runs returns the same promise. */
  pay(): Promise<PaymentOutcome> {
    return this.#active?.pay() ?? this.#payWhenDrawn();
  }

  /** Returns true where everything is filled in rightly. Marks nothing. */
  checkValidity(): boolean {
    return this.#active?.checkValidity() ?? false;
  }

  /** Marks what is wrong, puts the focus on the first wrong field, and returns whether everything is right. */
  reportValidity(): boolean {
    return this.#active?.reportValidity() ?? false;
  }

  /** Empties the forms and clears their messages. */
  reset(): void {
    for (const part of [this.#cardForm, this.#savedCards, this.#pix]) part?.reset();
  }

  /** Puts the focus on the first field of the chosen method. */
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
    return this.#isCounter ? html`${alarm}<slot name="header"></slot><slot></slot><slot name="footer"></slot>` : this.#renderMethods(alarm);
  }

  protected override updated(): void {
    passSlots(this, this.renderRoot.querySelector('.open > .panel > :first-child'));
    const shown = this.#isCounter ? undefined : this.#method;
    if (shown === this.#shown) return;
    const before = this.#shown;
    this.#shown = shown;
    if (!shown || !before) return;
    this.dispatchEvent(new BalcaoEvent('balcao-method-changed', { method: shown === 'saved-cards' ? 'saved-card' : shown }));
  }

  /** Waits for the chosen method's element, which is created by the next render, and for its code. */
  async #payWhenDrawn(): Promise<PaymentOutcome> {
    await this.updateComplete;
    if (!this.#isCounter) await loadMethod(this.#method).catch(() => undefined);
    return this.#active?.pay() ?? { status: 'invalid', fields: [] };
  }

  /** Renders what concerns the whole order, above all, whichever method is open. */
  #renderAlarm(): TemplateResult {
    return (this.#isAlarming && this.#late.made?.renderAlarm()) || renderOutcomeRegion();
  }

  get #isAlarming(): boolean {
    const order = this.#late.made?.order;
    return order !== undefined && isAlarming(order.state, this.#isCounter);
  }

  get #isPayable(): boolean {
    return this.#late.made?.order.isPayable ?? true;
  }

  #renderMethods(alarm: TemplateResult): TemplateResult {
    const { methods: all } = this.settings.current.settings;
    const offered = this.#offered;
    const methods = all.filter((method) => offered.includes(method) || this.#hasPlace);
    const hasRows = methods.length > 1 && this.#isPayable;
    // One by one: in a list, Lit would put two comments around each.
    const [first, second, third] = all.map((method) => {
      const isChosen = method === this.#method;
      const isListed = methods.includes(method);
      if (!isListed && !this.#isAtWork(method) && !this.#drawn.has(method)) return nothing;
      const name = method === 'card' && methods.includes('saved-cards') ? 'methodNewCard' : NAMES[method];
      return html`<div part="method method-${method}" class=${isChosen ? 'method open' : 'method'} ?hidden=${!isListed}>
        ${hasRows && isListed ? this.#renderChoice(method, name, offered.includes(method)) : nothing}
        <div part="panel" class="panel" ?hidden=${!isChosen}>${this.#renderMethod(method, isChosen)}</div>
      </div>`;
    });
    return html`${alarm}<slot name="header"></slot>
      <div
        part="methods"
        class="methods ${this.#isHeld ? 'held' : ''} ${hasRows ? 'rows' : this.#isPayable ? '' : 'over'}"
        role=${hasRows ? 'radiogroup' : nothing}
        aria-label=${hasRows ? this.#localize.text('methods') : nothing}
        ?hidden=${this.#isAlarming}
        @focusin=${this.#keepMethod}
        @input=${this.#keepMethod}
        @balcao-field-focus=${this.#keepMethod}
        @click=${chooseByEdge}
        @balcao-method-changed=${this.#handleOther}
      >
        ${first}${second}${third}
      </div>
      <slot name="footer"></slot>`;
  }

  /**
   * Renders the head of a row: a radio, the method's name, and room for one line and a mark, which are loaded later. A method that is not offered
   * keeps its place, so that nothing moves under a finger.
   */
  #renderChoice(method: MethodName, name: TextKey, isOffered: boolean): TemplateResult {
    const about = this.#late.made?.describe(method, this.#savedCards?.preferredCard);
    const isChosen = method === this.#method;
    return html`<label class="choice"
      ><input
        type="radio"
        name="method"
        value=${method}
        .checked=${isChosen}
        ?disabled=${!isOffered}
        @change=${() => this.#choose(method)} /><span part="method-name" .textContent=${this.#localize.text(name)}></span
      ><svg part="method-mark" width="34" height="22" ${about?.mark}></svg><span part="method-line" .textContent=${about?.line ?? ''}></span
    ></label>`;
  }

  #renderMethod(method: MethodName, isShown: boolean): TemplateResult | typeof nothing {
    if (!this.#drawn.has(method)) {
      if (!isShown && !this.#isAtWork(method)) return nothing;
      this.#draw(method);
    }
    switch (method) {
      case 'saved-cards':
        return html`<balcao-saved-cards @load=${this.#handleList}></balcao-saved-cards>`;
      case 'card':
        return html`<balcao-card-form></balcao-card-form>`;
      case 'pix':
        return html`<balcao-pix></balcao-pix>${this.#missing.has(method) ? renderPartMissing(this.#localize) : nothing}`;
    }
  }

  /** Renders a method's element from now on, and loads its code. A second call loads code that could not be loaded. */
  #draw(method: MethodName): void {
    this.#drawn.add(method);
    loadMethod(method).then(
      () => this.#missing.delete(method) && this.requestUpdate(),
      () => {
        this.#missing.add(method);
        this.requestUpdate();
      },
    );
  }

  /** True where a method's element is needed before the method is opened: to list a customer's cards, or to watch a code that may be paid. */
  #isAtWork(method: MethodName): boolean {
    return method === 'saved-cards' ? this.#canHaveCards : method === 'pix' && this.#late.made?.order.guard.hasOpenPix === true;
  }

  /** True where the shop lays the methods out itself. */
  get #isCounter(): boolean {
    return hasOwnLayout(this);
  }

  /** The methods to choose from now. Saved cards are among them when there are any, and while they are shown. */
  get #offered(): readonly MethodName[] {
    const { methods } = this.settings.current.settings;
    const offered = methods.filter((method) => method !== 'saved-cards' || this.#savedCards?.hasCards || this.#chosen === method);
    return offered.length ? offered : methods.slice(0, 1);
  }

  /** The method that is shown: what the shopper chose or began to fill in, else the first. */
  get #method(): MethodName {
    const offered = this.#offered;
    const [first = 'card'] = offered;
    return this.#chosen && offered.includes(this.#chosen) ? this.#chosen : first;
  }

  /** The element that pays now: exactly one, always. In a shop's own layout it is the list of saved cards once a card is chosen. */
  get #active(): CardForm | SavedCards | Pix | null {
    const savedCards = this.#savedCards;
    if (this.#isCounter) return savedCards?.value ? savedCards : (this.#cardForm ?? savedCards ?? this.#pix);
    return { 'saved-cards': savedCards, card: this.#cardForm, pix: this.#pix }[this.#method];
  }

  get #cardForm(): CardForm | null {
    return this.#find<CardForm>('balcao-card-form:defined');
  }

  get #savedCards(): SavedCards | null {
    return this.#find<SavedCards>('balcao-saved-cards:defined');
  }

  get #pix(): Pix | null {
    return this.#find<Pix>('balcao-pix:defined');
  }

  #find<E extends Element>(selector: string): E | null {
    return this.renderRoot?.querySelector<E>(selector) ?? this.querySelector<E>(selector);
  }

  #choose(method: MethodName): void {
    this.#chosen = method;
    if (this.#missing.has(method)) this.#draw(method);
    this.requestUpdate();
  }

  /** True while there is a row of saved cards without any card: until they are read, and then where the shopper already fills in another method. */
  get #hasPlace(): boolean {
    return this.#isListed ? this.#isPlaceKept : this.#canHaveCards;
  }

  get #canHaveCards(): boolean {
    const { customerId, cardStore } = this.settings.current.settings;
    return (customerId ?? cardStore) !== undefined;
  }

  /** True while the methods are hidden until a customer's saved cards are read, which would move them. The style sheet limits the time. */
  get #isHeld(): boolean {
    const { customerId, methods } = this.settings.current.settings;
    return !this.#isListed && !this.#chosen && customerId !== undefined && methods.includes('saved-cards');
  }

  readonly #handleList = (): void => {
    if (!this.#isListed) this.#isPlaceKept = this.#chosen !== undefined;
    this.#isListed = true;
    this.requestUpdate();
  };

  /** Sends one `balcao-ready` for all methods: that of the card form, where there is one. */
  readonly #handleReady = (event: Event): void => {
    event.stopPropagation();
    if (this.#isReady || (this.#cardForm && event.target !== this.#cardForm)) return;
    this.#isReady = true;
    this.dispatchEvent(new BalcaoEvent('balcao-ready', null));
  };

  /** Keeps the method that is being filled in when saved cards come late. */
  readonly #keepMethod = (): void => {
    if (this.#chosen) return;
    this.#chosen = this.#method;
    if (!this.#isListed) this.requestUpdate();
  };

  /** Handles "use another card" and "pay with Pix" of a method's element, which has sent the event already. */
  readonly #handleOther = ({ detail: { method } }: BalcaoEvent<'balcao-method-changed'>): void => {
    this.#choose(method === 'pix' ? method : 'card');
    this.#shown = this.#method;
    const focus = (): void => this.focus();
    void this.updateComplete.then(() => loadMethod(this.#method)).then(focus, focus);
  };
}

/**
 * True for a state of the order that a checkout shows in the place of its methods: money was taken twice, or too little arrived; where the checkout
 * lays them out itself, also that a charge is unconfirmed or made elsewhere.
 */
function isAlarming({ status }: OrderState, isCounter: boolean): boolean {
  return (isCounter ? /^paid-/ : /^paid-|elsewhere|unconfirmed/).test(status);
}

const NAMES: Readonly<Record<MethodName, TextKey>> = { 'saved-cards': 'methodSaved', card: 'methodCard', pix: 'methodPix' };

/** Settles when a method's code is there. Rejects with a `CheckoutError` where it could not be loaded. */
function loadMethod(method: MethodName): Promise<void> {
  return loadElement(`balcao-${method}`);
}

/** The edge of a closed row is a place to choose it, too. */
function chooseByEdge({ target }: Event): void {
  if (target instanceof Element && target.matches('.method')) target.querySelector('input')?.click();
}
