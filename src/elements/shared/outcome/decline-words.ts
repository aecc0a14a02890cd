import type { LocalizeController } from '../../../controllers/page/localize-controller.js';
import { findDeclineReason, type DeclineReason } from '../../../domain/order/decline-reason.js';
import { stripBidiControls } from '../../../i18n/bidi.js';
import type { TextKey } from '../../../i18n/pt-br.js';
import { isInformative } from './service-message.js';

/** The longest message of the service that is a heading, characters. */
const LONGEST_HEADING = 60;

/** The names of the issuer. That it was the issuer who declined is no reason. */
const ISSUER = /\b(?:banco|emissor|emisor|bank|issuer)\b/gi;

/** The headings of the reasons that have one in the language of the page. */
const HEADINGS: Readonly<Partial<Record<DeclineReason, TextKey>>> = {
  funds: 'declinedFunds',
  code: 'declinedCode',
  expired: 'declinedExpired',
};

/** The facts that the advice depends on. */
export interface DeclineSituation {
  /** True if the data of the card was typed here, so that it can be corrected. */
  isTyped: boolean;
  /** True if the order can be paid by Pix instead. */
  hasPix: boolean;
  /** True if the shopper has to wait before the next try. */
  mustWait: boolean;
}

/** The words about a decline. */
export interface DeclineWords {
  /** The reason if it is known, else that the payment was not approved. */
  title: string;
  text: string;
  /** The message of the service, if it says more than the heading. */
  message: string | undefined;
  reason: DeclineReason | undefined;
}

/** Describes a decline: the reason as heading, that nothing was charged, and what to do next. */
export function describeDecline(localize: LocalizeController, answer: string | undefined, situation: DeclineSituation): DeclineWords {
  const message = answer && isInformative(answer, 'declined') ? stripBidiControls(answer).trim() : '';
  const reason = findDeclineReason(message);
  const key = reason && HEADINGS[reason];
  const isHeading = message.length <= LONGEST_HEADING && isInformative(message.replaceAll(ISSUER, ''), 'declined');
  const own = isHeading ? message.replace(/[.!]$/, '') : '';
  const heading = key ? localize.text(key) : own;
  const { mustWait } = situation;
  const sentences = [
    heading && `${localize.text('declined')}.`,
    localize.text('declinedHelp'),
    localize.text(mustWait ? 'declinedWait' : findAdvice(reason, situation)),
  ];
  return {
    title: heading || localize.text('declined'),
    text: sentences.filter(Boolean).join(' '),
    message: message && toPlain(message) !== toPlain(heading) ? message : undefined,
    reason,
  };
}

/** Finds the advice for a reason. A saved card has nothing that could be corrected. */
function findAdvice(reason: DeclineReason | undefined, { isTyped, hasPix }: DeclineSituation): TextKey {
  if (isTyped && reason === 'code') return 'adviceCode';
  if (isTyped && reason === 'expired') return 'adviceExpiry';
  if (isTyped && reason === undefined) return 'adviceData';
  return hasPix ? 'advicePix' : 'adviceCard';
}

/** Returns the words of a text for a comparison. */
function toPlain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
