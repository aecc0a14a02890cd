import { CheckoutError } from '../../domain/errors.js';
import { ptBr } from '../../i18n/pt-br.js';
import { BalcaoEvent } from '../page/checkout-events.js';
import { logOnce } from '../page/log-once.js';
import { listOwners } from '../page/page-registry.js';
import { VERSION } from '../../domain/version.js';
import { JSON_SETTINGS } from './json-child.js';
import { checkSettings } from './settings-checks.js';
import { addSettingsChecks, type SettingsController } from './settings-controller.js';
import type { SettingsProblem } from './settings.js';

/** The warning about an order without an identifier, in English. */
export const UNNAMED_ORDER =
  'There is no order-id: a reload, another tab and the other elements of the page know nothing of this payment, so the order can be paid twice, and a payment that is not confirmed is forgotten with the page. Set order-id, or bring orderId by balcao-before-pay.';

const JSON_PLACE = 'the JSON in its <script type="application/json">';

/** The problems and warnings that were reported, by element. */
const reported = new WeakMap<HTMLElement, Set<string>>();

/** Makes every element of the page check its settings and report their problems. */
export function checkAllSettings(): void {
  addSettingsChecks({ checkJson, checkSettings, reportProblems });
}

/**
 * Reports problems in the console, in English with the attribute's name, and dispatches `balcao-problem`. Each problem is reported once.
 */
function reportProblems({ host, isForeign, current, parent, ownTexts }: SettingsController): void {
  // An element that has left the page is not inside the element whose settings it inherits.
  if (!host.isConnected) return;
  if (isForeign) return warnOfCopies(host);
  const { problems, settings } = current;
  // The surrounding element reports the problems of its own settings.
  const inherited = parent?.current.problems;
  const own = problems.map(({ message }) => message).filter((message) => !inherited?.some((problem) => problem.message === message));
  // Without an amount there is no order, such as on an account page.
  const hasOrder = settings.amountCents > 0 && !problems.length;
  if (!inherited && hasOrder && (settings.frameUrl ?? settings.baseUrl) && settings.orderId === undefined) logOnce('warn', UNNAMED_ORDER);
  const messages = reported.get(host) ?? new Set();
  reported.set(host, messages);
  for (const message of own) {
    if (messages.has(message)) continue;
    messages.add(message);
    console.error(`Balcão: <${host.localName}> ${message}`);
    const error = new CheckoutError('invalid-config', message);
    // Dispatched after the current update, so that the page can correct the setting immediately.
    queueMicrotask(() => host.dispatchEvent(new BalcaoEvent('balcao-problem', { operation: 'config', error })));
  }
  for (const warning of ownTexts.flatMap(listUnknownTexts)) {
    if (messages.has(warning)) continue;
    messages.add(warning);
    console.warn(`Balcão: <${host.localName}> ${warning}`);
  }
}

/** Warns of an element that another copy of Balcão has registered, around elements of this copy. */
function warnOfCopies({ localName }: HTMLElement): void {
  const other = listOwners().get(localName)?.version ?? 'unknown';
  const place = `<${localName}> is of another copy of Balcão (version ${other}) than the elements in it (version ${VERSION}).`;
  const which = other === VERSION ? 'they are the same, so keep either' : 'keep the newer one';
  logOnce('warn', `${place} Both can be paid in. Load one copy alone: ${which}, and take the script or import of the other out.`);
}

/** Lists the unknown keys of the shop's own texts. */
export function listUnknownTexts(texts: unknown): string[] {
  // The texts of a boleto are loaded with its element.
  const unknown = Object.keys(Object(texts)).filter((key) => !Object.hasOwn(ptBr, key) && !key.startsWith('boleto'));
  return unknown.map((key) => `texts.${key} is no text of Balcão and is not shown.`);
}

/**
 * Finds the problems in the text of an element's JSON child. A typing error would silently remove settings, such as those that limit who
 * may be paid, so nothing is sent then. A text that is still being parsed is not checked.
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
