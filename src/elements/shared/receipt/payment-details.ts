import { nothing, type TemplateResult } from 'lit';
import type { LocalizeController } from '../../../controllers/page/localize-controller.js';
import { formatReais, parseAmount } from '../../../domain/money.js';
import { stripBoletoKey } from '../../../domain/order/charge.js';
import type { Attempt } from '../../../domain/order/attempt.js';
import { brandNames } from '../../../i18n/brand-names.js';
import type { TextKey } from '../../../i18n/pt-br.js';
import { formatSplit, formatTerms } from '../form/plan-text.js';
import type { Place } from '../outcome/outcome-panel.js';
import { systemClock } from '../../../client/system-clock.js';
import { copyText } from '../copy-text.js';
import { html } from '../html.js';

/** The details of a payment that may be shown. */
export type PaymentDetails = Partial<Omit<Attempt, 'parts'>> & {
  parts?: readonly string[];
  /** The receiver of a Pix, by its code. */
  receiver?: string;
};

/** A line of a payment's details: the text key of its name, and its value. */
export type DetailRow = readonly [TextKey, string];

/**
 * Lists the details that the shopper needs to talk to the shop: amount, plan, card or Pix, time, identifier. Unknown details are left out.
 */
export function listDetails(localize: LocalizeController, details: PaymentDetails): DetailRow[] {
  const { amount = '', total = amount, method, brand = 'unknown', last4, receiver, chargeId } = details;
  // The page knows when a charge was confirmed, not when it was paid elsewhere. It has no identifier but that of the charge.
  const elsewhere = method === 'pix' ? 'methodPix' : method === 'boleto' ? 'methodBoleto' : undefined;
  const instant = elsewhere ? details.settledAt : details.startedAt;
  const rows: [TextKey, string | undefined][] = [
    ['amount', formatAmountText(total)],
    ['installments', formatSentPlan(localize, details)],
    ['card', last4 && localize.text('cardEnding', { brand: brandNames[brand], last4 }).trim()],
    ['methods', elsewhere && localize.text(elsewhere)],
    ['paidTo', receiver],
    // While the amount of a charge is not confirmed, its time is not called a confirmation.
    [
      total && elsewhere ? 'timeConfirmed' : 'time',
      instant ? new Date(instant).toLocaleString(localize.language, { dateStyle: 'short', timeStyle: 'short' }) : undefined,
    ],
    ['protocol', elsewhere ? chargeId && stripBoletoKey(chargeId) : details.identifier],
  ];
  return rows.flatMap(([key, value]) => (value ? [[key, value] as const] : []));
}

/** Renders the details of a payment. A button beside its identifier copies the identifier. */
export function renderDetails({ host, localize }: Place, rows: readonly DetailRow[]): TemplateResult | typeof nothing {
  if (!rows.length) return nothing;
  return html`<dl part="outcome-details" class="details">
    ${rows.map(
      ([key, value]) =>
        html`<div class=${key === 'protocol' ? 'identifier' : nothing}>
          <dt .textContent=${localize.text(key)}></dt>
          <dd>
            <bdi translate="no" .textContent=${value}></bdi>${key === 'protocol' ? renderCopyButton({ host, localize }, value) : nothing}
          </dd>
        </div>`,
    )}
  </dl>`;
}

/**
 * Formats an amount for the shopper. Returns an empty text if it cannot be parsed: the stored record may have been changed on the device.
 */
export function formatAmountText(amount: string): string {
  const cents = parseAmount(amount);
  return cents === undefined ? '' : formatReais(cents);
}

/**
 * Formats the plan as the shopper saw it: "3x de R$ 100,00 sem juros", with the parts to the cent if they differ. If the parts are unknown,
 * since only the service knows the fee or they were not recorded, it formats the plan that was sent: "3x com taxa calculada pela
 * operadora".
 */
function formatSentPlan(
  localize: LocalizeController,
  { installments = 1, whoPaysFee = 'merchant', parts }: PaymentDetails,
): string | undefined {
  if (installments === 1) return undefined;
  const partsCents = parts?.flatMap((part) => parseAmount(part) ?? []);
  if (partsCents?.length !== installments) {
    return whoPaysFee === 'merchant'
      ? localize.text('planFree', { plan: `${installments}x` })
      : localize.text('planFee', { count: installments, fee: localize.text('feeUnknown') });
  }
  const terms = formatTerms(localize, { installments, whoPaysFee, partsCents }, '');
  const split = formatSplit(localize, partsCents);
  return split ? `${terms} (${split})` : terms;
}

/** The time for which the result of a copy is shown, ms. */
const COPIED_MS = 3000;

/** The result of the last copy, by element. */
const copies = new WeakMap<HTMLElement, { text: string; note: Extract<TextKey, 'identifierCopied' | 'identifierNotCopied'> }>();

/**
 * Renders a button that copies an identifier. Its icon shows a success; a live region beside it announces the result, and shows a failure.
 */
function renderCopyButton({ host, localize }: Place, text: string): TemplateResult {
  const copy = copies.get(host);
  const note = copy?.text === text ? copy.note : undefined;
  const isCopied = note === 'identifierCopied';
  return html`<button
      part="copy-identifier-button"
      class="copy ${isCopied ? 'copied' : ''}"
      type="button"
      aria-label=${localize.text('identifierCopy')}
      title=${localize.text('identifierCopy')}
      @click=${({ currentTarget }: Event) => void copyIdentifier(host, text, currentTarget)}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d=${isCopied ? 'm6 12.5 4 4 8-9' : 'M9 9h9.5v9.5H9zM15 9V5.5H5.5V15H9'} />
      </svg></button
    ><span
      class=${note === 'identifierNotCopied' ? 'uncopied' : 'spoken'}
      role="status"
      .textContent=${note ? localize.text(note) : ''}
    ></span>`;
}

/** Copies an identifier. If the browser refuses, it selects the identifier, so that the shopper can copy it. */
async function copyIdentifier(host: Place['host'], text: string, button: EventTarget | null): Promise<void> {
  const place = button instanceof Element ? button.previousElementSibling : null;
  const page = host.ownerDocument;
  const isCopied = await copyText(text, page, () => void (place && page.getSelection()?.selectAllChildren(place)));
  const copy = { text, note: isCopied ? 'identifierCopied' : 'identifierNotCopied' } as const;
  copies.set(host, copy);
  host.requestUpdate();
  systemClock.schedule(() => {
    if (copies.get(host) === copy) copies.delete(host);
    host.requestUpdate();
  }, COPIED_MS);
}
