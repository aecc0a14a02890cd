import { html, nothing, type TemplateResult, type ReactiveController, type ReactiveControllerHost } from 'lit';
import { systemClock } from '../../client/system-clock.js';
import { BalcaoEvent } from '../../controllers/page/checkout-events.js';
import { addPortuguese } from '../../controllers/page/localize-controller.js';
import type { OutcomeContext, PaymentDraft } from '../../controllers/payment/payment-draft.js';
import { createSavedCardDraft } from '../../controllers/saved-cards/saved-card-draft.js';
import { SavedCardsController } from '../../controllers/saved-cards/saved-cards-controller.js';
import { findSourceScope, SourceController } from '../../controllers/page/source-controller.js';
import { isAccountList } from '../../controllers/settings/account-list.js';
import { isCardIdRefusal, type SavedCard } from '../../domain/card/saved-card.js';
import type { PaymentOutcome } from '../../domain/order/outcome.js';
import { ptBrSavedCards } from '../../i18n/pt-br-saved-cards.js';
import { fieldStyles } from '../shared/form/field.styles.js';
import type { FormFault } from '../shared/form/form-element.js';
import { PayingElement, type PayingLate } from '../shared/form/paying-element.js';
import type { LateCode } from '../shared/late-element.js';
import { themeStyles } from '../shared/styles/theme.styles.js';
import { CardDeletion } from './card-deletion.js';
import { renderCardList, refusePayment, renderListPayment } from './card-list.js';
import { CardRows } from './card-rows.js';
import { savedCardsStyles } from './saved-cards.styles.js';

/** What the list has once the code for it has come; it is drawn without that. */
interface SavedCardsLate extends PayingLate {
  readonly drawMark: LateCode['drawMark'];
}

/**
 * The saved cards of a customer, to pick from, to pay with and to delete. Its value is the `cardId` of the chosen card: the one that was used
 * last, else the first that can be paid with, until the shopper chooses another. With `pay-button="none"` and no `amount` of its own
 * or around it, a list to look at and to delete from, as an account page has it.
 *
 * @tag balcao-saved-cards
 * @slot help - words of the shop below the pay button, such as whom to ask
 * @slot approved - words of the shop on a paid order, such as what comes next
 * @slot declined - words of the shop on a payment that was refused
 * @slot failed - words of the shop on a payment that was not made
 * @slot unconfirmed - words of the shop on a payment that nobody could confirm, such as how to reach it
 * @fires {BalcaoEvent} balcao-ready - when it can be used
 * @fires {Event} load - when the list of cards was read, or could not be
 * @fires {BalcaoEvent} balcao-field-focus - when the focus came into a field; `detail.name` says which
 * @fires {BalcaoEvent} balcao-field-blur - when the focus left a field, also because the field is gone
 * @fires {BalcaoEvent} balcao-card-selected - when the shopper chose a card
 * @fires {BalcaoEvent} balcao-card-deleted - when a card was deleted
 * @fires {BalcaoEvent} balcao-method-changed - when the shopper wants to use another card, or to pay by Pix
 * @fires {BalcaoEvent} balcao-duplicate - when money was taken that was not due: once for each payment too many
 * @fires {BalcaoEvent} balcao-problem - when something goes wrong beside a payment; `detail.operation` says what
 * @fires {BeforePayEvent} balcao-before-pay - before anything is paid; cancelable, and can wait
 * @fires {BalcaoEvent} balcao-approved - when the card was charged
 * @fires {BalcaoEvent} balcao-declined - when the service refused the charge
 * @fires {BalcaoEvent} balcao-failed - when the card was certainly not charged
 * @fires {BalcaoEvent} balcao-unconfirmed - when the card may have been charged
 * @csspart form - the form
 * @csspart error - that no card was chosen
 * @csspart card-change - the line above the cards with the button that unfolds them
 * @csspart change-card-button - the button that shows all cards, or the chosen one alone
 * @csspart card-list - all the cards, or the chosen one
 * @csspart card-option - one card
 * @csspart card-name - what the card is called
 * @csspart card-about - the expiry of a card, or why it cannot be paid with
 * @csspart card-mark - the mark of a card's brand
 * @csspart card-expiry - until when a card is valid
 * @csspart card-problem - why a card cannot be paid with
 * @csspart expired-cards-button - the button that shows the expired cards
 * @csspart other-card - the button that leads to a new card
 * @csspart cards-empty - that there is no card, that all are expired, or that the cards could not be read
 * @csspart cards-news - what became of deleting a card, where it was
 * @csspart card-question - asks whether to delete a card
 * @csspart delete-button - the button that asks whether to delete a card
 * @csspart confirm-delete - the button that deletes the card
 * @csspart cancel-delete - the button that keeps the card
 * @csspart pay-button - the button that pays
 * @csspart pix-question - asks whether a Pix code of this order was paid
 * @csspart outcome - what became of the payment
 * @csspart outcome-icon - the drawing of an outcome
 * @csspart outcome-title - the heading of an outcome
 * @csspart outcome-text - what it means for the shopper
 * @csspart outcome-message - what the service said
 * @csspart outcome-details - amount, plan, card, time and identifier
 * @csspart outcome-note - that the shop was notified of an unconfirmed payment
 * @csspart outcome-amount - what was paid, large
 * @csspart copy-identifier-button - copies the identifier of a payment
 * @csspart receipt-button - prints what is known of a payment, or keeps it as a file
 * @csspart pay-with-pix-button - leads to Pix after a payment that was not made
 * @csspart use-other-card-button - leads to another card after a payment that was not made
 * @csspart check-button - asks again what became of an unconfirmed payment
 * @csspart reload-button - loads the page anew, where a part of it could not be loaded
 * @cssprop [--balcao-duration=0.16s] - length of motion; none where the device asks for less
 * @cssprop [--balcao-background=Canvas] - what is behind, seen through the drawing of an outcome
 */
export class SavedCards extends PayingElement<SavedCardsLate> {
  static override styles = [themeStyles, fieldStyles, savedCardsStyles];

  protected override readonly parts =
    'form,error,card-change,change-card-button,expired-cards-button,card-list,card-option,card-name,card-about,card-mark,card-expiry,card-problem,card-question,other-card,delete-button,confirm-delete,cancel-delete,cards-empty,cards-news,label,pay-button,reload-button,outcome,outcome-text';

  readonly #cards = new SavedCardsController(this, {
    settings: () => this.settings.current.settings,
    clock: systemClock,
    mayChooseAhead: () => this.#isChoice && this.isPayable && !isNewCardUsed(this),
    listed: () => this.dispatchEvent(new Event('load')),
    problem: (operation, error) => this.dispatchEvent(new BalcaoEvent('balcao-problem', { operation, error })),
    deleted: ({ cardId, brand, last4 }) => {
      this.syncForm();
      this.dispatchEvent(new BalcaoEvent('balcao-card-deleted', { cardId, brand, last4 }));
    },
  });
  readonly #deletion = new CardDeletion({
    cards: this.#cards,
    localize: this.localize,
    loadClient: async () => (await this.late.load()).payment.loadClient(),
    say: (text, isRead) => this.#rows.say(text, isRead),
    place: (card) => this.#rows.place(card),
    vacate: () => this.#rows.vacate(),
    focus: (...selectors) => void this.#focus(selectors),
    // The focus of a removed row goes to the body.
    hasLeft: () => document.activeElement !== document.body && !this.matches(':focus-within'),
  });
  readonly #rows = new CardRows({
    cards: this.#cards,
    deletion: this.#deletion,
    localize: this.localize,
    isPaying: () => this.lock.isPaying,
    isAccountList: () => isAccountList(this.settings),
    changed: () => this.requestUpdate(),
  });
  #isChoiceMissing = false;

  constructor() {
    super();
    addPortuguese(ptBrSavedCards);
    new SizeController(this, () => this.syncForm());
    new SourceController(this, 'input', () => isBesideNewCard(this) && this.clear());
  }

  /** The `cardId` of the chosen card; empty for none, and for one that nobody has chosen while the list is out of sight. */
  get value(): string {
    const { chosen, isChosenAhead } = this.#cards;
    return chosen && (!isChosenAhead || this.getClientRects().length) ? chosen.cardId : '';
  }

  /** The card that would be paid with: the chosen one, else the one that is chosen in advance; `undefined` where there is none. */
  get preferredCard(): SavedCard | undefined {
    return this.#cards.preferred;
  }

  /** Whether there is any card to show. */
  get hasCards(): boolean {
    return this.#cards.cards.length > 0;
  }

  /** Clears the choice; no card is chosen in advance any more, until `reset()`. */
  clear(): void {
    this.#cards.choose(undefined);
    this.syncForm();
  }

  /** Makes the choice as it was at first, with the card that is chosen in advance, and clears the messages. An order that is paid or unconfirmed stays so. */
  reset(): void {
    this.#renewChoice();
    this.lock.reset();
    this.late.made?.payment.reset();
  }

  /** Puts the focus on the chosen or the first card, or on the outcome of an order that accepts no more payments. */
  override focus(options?: FocusOptions): void {
    if (!this.isPayable) this.find('[part="outcome"]')?.focus(options);
    else (this.find('input:checked') ?? this.find('input:enabled, [part="other-card"]') ?? this.find('.delete'))?.focus(options);
  }

  /** Pays with the chosen card. On an account page nothing is paid: `invalid`, with the field `amount`. */
  override pay(): Promise<PaymentOutcome> {
    this.settings.sync();
    return isAccountList(this.settings) ? Promise.resolve(refusePayment()) : super.pay();
  }

  /** Whether a card can be chosen: not where nothing is paid, unless a form of the shop's own is to have it. */
  get #isChoice(): boolean {
    return !isAccountList(this.settings) || this.required || Boolean(this.name);
  }

  protected override get isComplete(): boolean {
    return this.#cards.chosen !== undefined;
  }

  protected override findFault(): FormFault | undefined {
    if (!this.required || this.value) return undefined;
    const anchor = this.find('input:enabled') ?? this.find('[part="other-card"]') ?? undefined;
    return { flag: 'valueMissing', message: this.localize.text('cardChoose'), anchor };
  }

  protected override render(): TemplateResult {
    const { localize, isDisabled } = this;
    if (this.isUnavailable) {
      this.#rows.forget();
      return this.renderOutcome();
    }
    const { isPaying } = this.lock;
    const late = this.late.made;
    const shared = { cards: this.#cards, rows: this.#rows, localize };
    const list = renderCardList({
      ...{ ...shared, handleChange: this.#handleChange, isRequired: this.required, isChoiceMissing: this.#isChoiceMissing },
      view: { isDisabled, isChoice: this.#isChoice, texts: this.settings.input.texts, drawMark: late?.drawMark },
    });
    return html`
      ${this.renderOutcome()}
      <form
        part="form"
        method="dialog"
        novalidate
        aria-label=${localize.text('cards')}
        aria-busy=${isPaying}
        ?hidden=${!this.isPayable}
        @submit=${this.handleSubmit}
        @focusin=${this.late.noteFocus}
      >
        ${list}
        ${
          isAccountList(this.settings)
            ? nothing
            : renderListPayment({
                ...{ ...shared, settings: this.settings.current.settings, isPaying, isDisabled },
                question: late?.view.renderPixQuestion(late.payment) ?? nothing,
                button: this.renderPayButton(),
                ...{ handleOther: this.#handleOther, handlePlan: () => this.requestUpdate() },
              })
        }
        <slot name="help"></slot>
      </form>
    `;
  }

  protected override updated(): void {
    super.updated();
    const { chosen } = this.#cards;
    for (const radio of this.renderRoot.querySelectorAll<HTMLInputElement>('[name="cardId"]'))
      radio.checked = radio.value === chosen?.cardId;
  }

  readonly #handleChange = (event: Event): void => {
    const card = this.#rows.findCard(event);
    if (!card) return;
    this.#cards.choose(card.cardId);
    this.#isChoiceMissing = false;
    this.#rows.keepOpen();
    this.#rows.say('');
    this.syncForm();
    const { cardId, brand, last4 } = card;
    this.dispatchEvent(new BalcaoEvent('balcao-card-selected', { cardId, brand, last4 }));
  };

  /** Sends the event for another card, and puts the focus on the card form nearby, if there is one. */
  readonly #handleOther = (): void => {
    if (this.lock.isPaying) return;
    if (isBesideNewCard(this)) this.clear();
    this.dispatchEvent(new BalcaoEvent('balcao-method-changed', { method: 'card' }));
    findSourceScope(this).querySelector<HTMLElement>('balcao-card-form')?.focus();
  };

  /** Puts the focus on the first of these that is there, once all is rendered. */
  async #focus(selectors: readonly string[]): Promise<void> {
    await this.updateComplete;
    for (const selector of selectors) {
      const found = this.find(selector);
      if (found) return found.focus();
    }
  }

  #renewChoice(): void {
    this.#cards.renewChoice();
    this.#isChoiceMissing = false;
    this.#rows.reset();
    this.syncForm();
  }

  protected override makeLate({ PaymentController, OutcomeView, drawMark }: LateCode): SavedCardsLate {
    const readComplete = (): boolean => this.isComplete;
    const payment = new PaymentController(this, this.settings, {
      get isComplete() {
        return readComplete();
      },
      ready: () => this.ready(),
      findPlan: () => (this.installments?.refuse() ? undefined : this.plan),
      validate: () => this.#validate(),
      markPlan: (isWrong) => this.installments?.markWrong(isWrong),
      settled: (outcome, context) => this.#settle(outcome, context),
    });
    return { payment, view: new OutcomeView(this, this.localize, this.late.focused), drawMark };
  }

  protected override markInvalid(): boolean {
    return !('fields' in this.#validate());
  }

  #validate(): PaymentDraft | { fields: string[] } {
    const { chosen } = this.#cards;
    this.#isChoiceMissing = !chosen && !this.isDisabled;
    this.#rows.say('');
    if (chosen && !this.isDisabled) return createSavedCardDraft(chosen);
    if (!this.isDisabled) void this.updateComplete.then(() => this.focus());
    return { fields: ['cardId'] };
  }

  /** A card that the service itself calls expired or deleted is not offered again. */
  #settle(outcome: PaymentOutcome, { isShown }: OutcomeContext): void {
    const { chosen } = this.#cards;
    if (outcome.status === 'declined' && chosen && isCardIdRefusal(outcome.message)) this.#cards.markInvalid(chosen.cardId);
    if (outcome.status === 'approved' && outcome.cardId !== undefined) void this.#cards.markUsed(outcome.cardId);
    // The next order begins with the choice in advance.
    if (isShown && (outcome.status === 'approved' || outcome.status === 'unconfirmed')) this.#renewChoice();
  }
}

/**
 * Whether a list of saved cards shares its place with a form for a new card, as in a layout of the shop's own: what is used last is the source
 * then. In a checkout's own layout the method that is open pays, whatever waits in the others.
 */
function isBesideNewCard(list: HTMLElement): boolean {
  const root = list.getRootNode();
  return !(root instanceof ShadowRoot && root.host.localName === 'balcao-checkout');
}

/** Whether a new card is typed beside the list, or was made of what was typed: also before the list was there to hear of it. */
function isNewCardUsed(list: HTMLElement): boolean {
  const form = isBesideNewCard(list) ? findSourceScope(list).querySelector('balcao-card-form') : null;
  return Boolean(form?.isTyped || form?.value);
}

/** Tells an element that it takes another size, as where it comes into sight or goes out of it. */
class SizeController implements ReactiveController {
  readonly #host: ReactiveControllerHost & Element;
  readonly #sizes: ResizeObserver;

  constructor(host: ReactiveControllerHost & Element, changed: () => void) {
    this.#host = host;
    this.#sizes = new ResizeObserver(changed);
    host.addController(this);
  }

  hostConnected(): void {
    this.#sizes.observe(this.#host);
  }

  /** Out of sight counts from the update that saw it: in sight again before the next frame would else be no other size. */
  hostUpdated(): void {
    if (this.#host.getClientRects().length) return;
    this.hostDisconnected();
    if (this.#host.isConnected) this.hostConnected();
  }

  hostDisconnected(): void {
    this.#sizes.disconnect();
  }
}
