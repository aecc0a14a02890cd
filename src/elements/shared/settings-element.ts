import { LitElement, type PropertyDeclarations } from 'lit';
import type { PaymentsClient } from '../../client/payments-client.js';
import type { ServiceProfileInput } from '../../client/profile/service-profile.js';
import type { GetToken } from '../../client/tokens/token.js';
import { ATTRIBUTE_SETTINGS, PROPERTY_SETTINGS, type SettingsInput } from '../../controllers/settings/settings.js';
import type { ResolveUnconfirmed } from '../../domain/order/resolution.js';
import type { FeeRow } from '../../domain/installments/plans.js';
import type { CardStore } from '../../domain/card/card-store.js';
import type { Texts } from '../../i18n/pt-br-whole.js';

/**
 * The settings that every Balcão element takes as attributes and properties, and nothing else. Inside a
 * `<balcao-checkout>` the checkout's settings are the defaults of what it holds.
 *
 * @attr {'pt-BR' | 'en' | 'es' | string} lang - the language; the nearest `lang` in the page wins. Default `pt-BR`
 * @cssprop [--balcao-accent=light-dark(#0a6e52, #53cfa4)] - pay button, and what is chosen
 * @cssprop [--balcao-on-accent=light-dark(#fff, #04271b)] - text on the accent
 * @cssprop [--balcao-text=CanvasText] - text
 * @cssprop [--balcao-muted=light-dark(#535e59, #a8b3ae)] - text of less weight
 * @cssprop [--balcao-surface=#8881] - behind the tabs, the summary and outcomes
 * @cssprop [--balcao-field=light-dark(Field, #212725)] - inside of fields and cards
 * @cssprop [--balcao-field-text=FieldText] - text in fields and cards
 * @cssprop [--balcao-border=light-dark(#76807c, #8b9691)] - border of controls
 * @cssprop [--balcao-line=#8886] - lines between things
 * @cssprop [--balcao-focus=var(--balcao-accent)] - focus ring; the accent where it is not set
 * @cssprop [--balcao-error=light-dark(#b3261e, #ffb4ab)] - errors, and what was not paid
 * @cssprop [--balcao-good=light-dark(#146c3c, #6fdd9d)] - what is paid
 * @cssprop [--balcao-warn=light-dark(#8a5200, #ffc56b)] - what is not known
 * @cssprop [--balcao-font=inherit] - font family
 * @cssprop [--balcao-font-size=1rem] - size of text, from which every other size follows
 * @cssprop [--balcao-gap=16px] - space between controls, from which other spaces follow
 * @cssprop [--balcao-radius=10px] - radius of corners
 * @cssprop [--balcao-control-height=48px] - least height of fields and buttons
 */
export abstract class SettingsElement extends LitElement implements SettingsInput {
  static override properties: PropertyDeclarations = Object.fromEntries<PropertyDeclarations[string]>([
    ...ATTRIBUTE_SETTINGS.map((name) => [name, { attribute: formatAttribute(name) }] as const),
    ...PROPERTY_SETTINGS.map((name) => [name, { attribute: false }] as const),
    ['pixWebhook', { attribute: 'pix-webhook', type: Boolean }],
  ]);

  /**
   * The payments service: an `https:` URL, loopback, or a path of the page's own origin where the shop's server relays.
   * @attr base-url
   */
  declare baseUrl: string | undefined;
  /**
   * The shop's endpoint that issues bearer tokens.
   * @attr token-url
   */
  declare tokenUrl: string | undefined;
  /**
   * What is paid: reais as decimal text, `"149.90"`.
   * @attr amount
   */
  declare amount: string | number | undefined;
  /**
   * The shop's order. With `base-url` the key under which no order is paid twice.
   * @attr order-id
   */
  declare orderId: string | undefined;
  /**
   * Whose saved cards; without it none are kept.
   * @attr customer-id
   */
  declare customerId: string | undefined;
  /**
   * The most installments that are offered. Default 12.
   * @attr max-installments
   */
  declare maxInstallments: string | number | undefined;
  /**
   * The least that an installment may be, in reais. Default `"5.00"`.
   * @attr min-installment-amount
   */
  declare minInstallmentAmount: string | number | undefined;
  /**
   * The count of installments that is chosen at first. Default 1.
   * @attr default-installments
   */
  declare defaultInstallments: string | number | undefined;
  /**
   * Who pays the fee: `merchant` (default), `customer` or `choice`.
   * @attr fee-payer
   */
  declare feePayer: 'merchant' | 'customer' | 'choice' | undefined;
  /**
   * Plans up to this count are the merchant's. Default 0: none beside the single payment.
   * @attr fee-free-up-to
   */
  declare feeFreeUpTo: string | number | undefined;
  /**
   * The brands that the shop takes, with blanks between. Default all.
   * @attr accepted-brands
   */
  declare acceptedBrands: string | undefined;
  /**
   * For how long a saved card stays valid, passed to the service as given.
   * @attr tokenize-expiration
   */
  declare tokenizeExpiration: string | number | undefined;
  /**
   * For how long a Pix code can be paid, in seconds. Default 1800.
   * @attr pix-expires-in
   */
  declare pixExpiresIn: string | number | undefined;
  /**
   * Asks the service to tell the shop's webhook of a paid Pix.
   * @attr pix-webhook
   */
  declare pixWebhook: boolean | undefined;
  /**
   * The shop's own answer about a Pix charge, asked instead of the service; `{charge}` is its identifier.
   * @attr status-url
   */
  declare statusUrl: string | undefined;
  /**
   * The shop's server-sent events about a Pix charge; `{charge}` is its identifier.
   * @attr status-stream-url
   */
  declare statusStreamUrl: string | undefined;
  /**
   * The shop's endpoint that says what became of an unconfirmed attempt.
   * @attr resolve-url
   */
  declare resolveUrl: string | undefined;
  /**
   * The shop's endpoint that is told of each attempt's state.
   * @attr notify-url
   */
  declare notifyUrl: string | undefined;
  /**
   * Where to go after approval, if anywhere.
   * @attr return-url
   */
  declare returnUrl: string | undefined;
  /**
   * `none` hides the pay button: the shop calls `pay()`.
   * @attr pay-button
   */
  declare payButton: 'none' | undefined;
  /** The shop's fees per plan, for showing totals. */
  declare fees: FeeRow[] | undefined;
  /** Whether a fee's rate is of the amount (`add`, default) or of the gross (`gross-up`). */
  declare feeMode: 'add' | 'gross-up' | undefined;
  /** What the service's documents leave open. */
  declare profile: ServiceProfileInput | undefined;
  /** A client to use instead of the one made from `base-url`. */
  declare client: PaymentsClient | undefined;
  /** The shop's token source, instead of `token-url`. */
  declare getToken: GetToken | undefined;
  /** Says what became of an unconfirmed attempt, instead of `resolve-url`. */
  declare resolveUnconfirmed: ResolveUnconfirmed | undefined;
  /** Where the saved cards of `customer-id` are kept: this device by default. */
  declare cardStore: CardStore | undefined;
  /** The shop's own words, by text key. */
  declare texts: Partial<Texts> | undefined;

  /** Names of the parts that are rendered here, also in nested elements. */
  protected readonly parts: string = '';

  /** Inside another element, whoever styles that one can style the parts of this one by the same names. */
  override connectedCallback(): void {
    super.connectedCallback();
    if (this.getRootNode() instanceof ShadowRoot && !this.hasAttribute('exportparts')) this.setAttribute('exportparts', this.parts);
  }
}

/** `baseUrl` is the attribute `base-url`. */
function formatAttribute(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
