import { CheckoutError } from '../../domain/errors.js';
import { ptBr } from '../../i18n/pt-br.js';
import { BalcaoEvent } from '../page/checkout-events.js';
import { logOnce } from '../page/log-once.js';
import { JSON_SETTINGS } from './json-child.js';
import { checkSettings } from './settings-checks.js';
import { addSettingsChecks, type SettingsController } from './settings-controller.js';
import type { SettingsProblem } from './settings.js';

/** The warning about an order without a name, in English. */
export const UNNAMED_ORDER =
  'There is no order-id: a reload, another tab and the other elements of the page know nothing of this payment, so the order can be paid twice, and a payment that is not confirmed is forgotten with the page. Set order-id, or bring orderId by balcao-before-pay.';

const JSON_PLACE = 'the JSON in its <script type="application/json">';

/** The problems and warnings that were reported, by element. */
const reported = new WeakMap<HTMLElement, Set<string>>();

/** Has every element of the page check its settings and report what is wrong with them. */
export function checkAllSettings(): void {
  addSettingsChecks({ checkJson, checkSettings, reportProblems });
}

/** Reports problems in the console, in plain English with the attribute's name, and sends `balcao-problem`, each of them once. */
function reportProblems({ host, current, parent, ownTexts }: SettingsController): void {
  // An element that has left the page has no element around it to take settings from.
  if (!host.isConnected) return;
  const { problems, settings } = current;
  // Those of the settings around the element are reported there.
  const inherited = parent?.current.problems;
  const own = problems.map(({ message }) => message).filter((message) => !inherited?.some((problem) => problem.message === message));
  // Without a problem and without an amount there is no order, as on an account page.
  const hasOrder = settings.amountCents > 0 && !problems.length;
  if (!inherited && hasOrder && (settings.frameUrl ?? settings.baseUrl) && settings.orderId === undefined) logOnce('warn', UNNAMED_ORDER);
  const said = reported.get(host) ?? new Set();
  reported.set(host, said);
  for (const message of own) {
    if (said.has(message)) continue;
    said.add(message);
    console.error(`Balcão: <${host.localName}> ${message}`);
    const error = new CheckoutError('invalid-config', message);
    // After the update in which this may run, so that the page can correct the setting at once.
    queueMicrotask(() => host.dispatchEvent(new BalcaoEvent('balcao-problem', { operation: 'config', error })));
  }
  for (const warning of ownTexts.flatMap(listUnknownTexts)) {
    if (said.has(warning)) continue;
    said.add(warning);
    console.warn(`Balcão: <${host.localName}> ${warning}`);
  }
}

/** Lists the keys of the shop's own texts that do not exist. */
export function listUnknownTexts(texts: unknown): string[] {
  const unknown = Object.keys(Object(texts)).filter((key) => !Object.hasOwn(ptBr, key));
  return unknown.map((key) => `texts.${key} is no text of Balcão and is not shown.`);
}

/**
 * Finds the problems of the text of an element's JSON child. A typing error there removes settings silently, also those that name who may be paid, so
 * nothing is sent then. A text that is still arriving is not checked.
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
