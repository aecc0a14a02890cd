import { CheckoutError } from '../../domain/errors.js';
import { ptBr } from '../../i18n/pt-br.js';
import { BalcaoEvent } from '../page/checkout-events.js';
import { JSON_SETTINGS } from './json-child.js';
import { checkSettings } from './settings-checks.js';
import { addSettingsChecks, type SettingsReport } from './settings-controller.js';
import type { SettingsProblem } from './settings.js';

/** What is not protected where an order has no name, in English. */
export const UNNAMED_ORDER =
  'There is no order-id: a reload, another tab and the other elements of the page know nothing of this payment, so the order can be paid twice, and a payment that is not confirmed is forgotten with the page. Set order-id, or bring orderId by balcao-before-pay.';

const JSON_PLACE = 'the JSON in its <script type="application/json">';

/** Problems of an element that were said. */
const reported = new WeakMap<HTMLElement, Set<string>>();

let hasWarned = false;

/** Has every element of the page check its settings and report what is wrong with them. */
export function checkAllSettings(): void {
  addSettingsChecks({ checkJson, checkSettings, reportProblems });
}

/** Says problems in the console, in plain English with the attribute's name, and sends `balcao-problem`, each of them once. */
function reportProblems(host: HTMLElement, { current, inherited, texts }: SettingsReport): void {
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
  const unknown = Object.keys(Object(texts)).filter((key) => !Object.hasOwn(ptBr, key));
  return unknown.map((key) => `texts.${key} is no text of Balcão and is not shown.`);
}

/** Says once a page what an order without a name is not protected from. */
function warnOfUnnamedOrder(): void {
  if (!hasWarned) console.warn(`Balcão: ${UNNAMED_ORDER}`);
  hasWarned = true;
}

/**
 * Says what is wrong with the text of an element's JSON child. A slip of the pen there takes settings away without a word, those that
 * say who may be paid too, so nothing is sent then. A text that is still coming is not judged.
 */
function checkJson(text: string): readonly SettingsProblem[] {
  if (text === '') return [];
  try {
    const unknown = Object.keys(Object(JSON.parse(text))).filter((key) => !JSON_SETTINGS.some((name) => name === key));
    return unknown.map((key) =>
      createJsonProblem(`"${key}" is no key of ${JSON_PLACE}. It may hold fees, feeMode, offer, profile and texts.`),
    );
  } catch {
    return document.readyState === 'loading' ? [] : [createJsonProblem(`${JSON_PLACE} cannot be read. Check its syntax.`)];
  }
}

function createJsonProblem(message: string): SettingsProblem {
  return { setting: 'script', message };
}
