import { CheckoutError } from '../../domain/errors.js';
import { ptBrWhole } from '../../i18n/pt-br-whole.js';
import { BalcaoEvent } from '../page/checkout-events.js';
import type { ReadSettings, SettingsProblem } from './settings.js';
import { UNNAMED_ORDER } from './unnamed-order.js';

export { checkJson } from './json-checks.js';
export { checkSettings } from './settings-checks.js';

/** Problems of an element that were said. */
const reported = new WeakMap<HTMLElement, Set<string>>();

let hasWarned = false;

/** What an element has to say of its settings. */
export interface SettingsReport {
  current: ReadSettings;
  /** Problems of the settings around it, which are said there. */
  inherited: readonly SettingsProblem[] | undefined;
  /** The shop's own texts, of the JSON and of the property. */
  texts: readonly unknown[];
}

/** Says problems in the console, in plain English with the attribute's name, and sends `balcao-problem`, each of them once. */
export function reportProblems(host: HTMLElement, { current, inherited, texts }: SettingsReport): void {
  // What has left the page has nobody around it any more to take settings from.
  if (!host.isConnected) return;
  const { problems, settings } = current;
  const own = problems.map(({ message }) => message).filter((message) => !inherited?.some((problem) => problem.message === message));
  // With nothing wrong and no amount there is no order, as on an account page.
  const hasOrder = settings.amountCents > 0 && !problems.length;
  if (!inherited && hasOrder && (settings.frameUrl ?? settings.baseUrl) && settings.orderId === undefined) warnOfUnnamedOrder();
  const said = reported.get(host) ?? new Set();
  reported.set(host, said);
  for (const message of own) {
    if (said.has(message)) continue;
    said.add(message);
    console.error(`Balcão: <${host.localName}> ${message}`);
    const error = new CheckoutError('invalid-config', message);
    // After the update in which this may be, so that the page can put the setting right at once.
    queueMicrotask(() => host.dispatchEvent(new BalcaoEvent('balcao-problem', { operation: 'config', error })));
  }
  for (const warning of texts.flatMap(listUnknownTexts)) {
    if (said.has(warning)) continue;
    said.add(warning);
    console.warn(`Balcão: <${host.localName}> ${warning}`);
  }
}

/** Says of each key of the shop's own texts that there is not, that it is none. */
export function listUnknownTexts(texts: unknown): string[] {
  const unknown = Object.keys(Object(texts)).filter((key) => !Object.hasOwn(ptBrWhole, key));
  return unknown.map((key) => `texts.${key} is no text of Balcão and is not shown.`);
}

/** Says once a page what an order without a name is not protected from. */
function warnOfUnnamedOrder(): void {
  if (!hasWarned) console.warn(`Balcão: ${UNNAMED_ORDER}`);
  hasWarned = true;
}
