import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { getShadowHost } from '../page/shadow-host.js';
import { JsonChild } from './json-child.js';
import {
  getRow,
  parseSettings,
  SETTING_NAMES,
  type CheckedSettings,
  type Settings,
  type SettingsInput,
  type SettingsProblem,
} from './settings.js';

/** An element that has settings as properties. */
export type SettingsHost = ReactiveControllerHost & HTMLElement & SettingsInput;

/** The controllers whose element is in the page, so that a `<balcao-checkout>` that is upgraded late finds its parts. */
const connected = new Set<SettingsController>();
const controllers = new WeakMap<Element, SettingsController>();

/** The checks of settings and the report of their problems. */
interface SettingsChecks {
  checkJson(text: string): readonly SettingsProblem[];
  checkSettings(input: SettingsInput, settings: Settings, owner: SettingsController): SettingsProblem[];
  reportProblems(settings: SettingsController): void;
}

let checks: SettingsChecks | undefined;

/** Adds the lazy-loaded checks of settings, which the first field does not need. Until then, no setting counts as invalid. */
export function addSettingsChecks(added: SettingsChecks): void {
  if (checks) return;
  checks = added;
  for (const controller of connected) controller.invalidate();
  // Not at once: an element that adds the checks may be created while another element renders it.
  queueMicrotask(() => connected.forEach(({ host }) => host.requestUpdate()));
}

/**
 * Provides an element with its settings: its own attributes and properties first, then those of the surrounding `<balcao-checkout>`, then
 * the defaults. Parses the JSON child, reports each problem once in the console, and renders the element when the settings around it
 * change.
 */
export class SettingsController implements ReactiveController {
  /** The element that has the settings. */
  readonly host: SettingsHost;
  /** True if another copy of Balcão has registered the element. That copy has a controller of its own, which reports problems. */
  readonly isForeign: boolean;
  readonly #json: JsonChild;
  /** The element's properties at the last check. */
  #own: SettingsInput = {};
  /** The rows of the fee table at the last check, as JSON. */
  #rows: string | undefined;
  #input: SettingsInput | undefined;
  #current: CheckedSettings | undefined;
  #isReported = false;
  #overrides: Pick<SettingsInput, 'amount' | 'orderId'> & { input: SettingsInput } = { input: {} };

  constructor(host: SettingsHost, isForeign = false) {
    this.host = host;
    this.isForeign = isForeign;
    this.#json = new JsonChild(host, () => this.refresh());
    controllers.set(host, this);
    host.addController(this);
  }

  /** The current settings and their problems. The object stays the same until something changes. */
  get current(): CheckedSettings {
    return (this.#current ??= this.#evaluate());
  }

  /**
   * The element whose settings are the host's defaults: the surrounding `<balcao-checkout>`, or the Balcão element whose part the host is.
   */
  get parent(): SettingsController | undefined {
    return findAround(this.host);
  }

  /** The outermost element that passes settings on to the host, or the host itself. The order belongs to this element. */
  get outermost(): SettingsController {
    return this.parent?.outermost ?? this;
  }

  /**
   * The settings as the page wrote them: those around the host, overridden by the host's own, and by the page's answer to
   * `balcao-before-pay` for this order.
   */
  get input(): SettingsInput {
    if (this.#input) return this.#input;
    const written = this.#written;
    return (this.#input = { ...written, ...this.#overridesFor(written) });
  }

  /** Overrides settings by the page's answer to `balcao-before-pay`. It applies until the page writes another amount or order. */
  override(input: SettingsInput): void {
    // The answer applies to every method of the order. Otherwise, the other methods would still pay the order without its identifier.
    const { outermost } = this;
    if (outermost !== this) outermost.override(input);
    const { amount, orderId } = this.#written;
    // A second answer for the same order adds to the first, so it need not repeat it.
    this.#overrides = { amount, orderId, input: { ...this.#overridesFor({ amount, orderId }), ...withoutAbsent(input) } };
    this.#invalidateAll();
  }

  /** Reports each problem once, in the console and to the page. The surrounding element reports the problems of its own settings. */
  report(): void {
    checks?.reportProblems(this);
  }

  /** The shop's own texts, from the JSON and from the property. */
  get ownTexts(): readonly unknown[] {
    return [this.#json.values.texts, this.host.texts];
  }

  hostConnected(): void {
    connected.add(this);
    this.#json.connect();
    if (this.host.parentElement?.closest('balcao-checkout:not(:defined)'))
      void customElements.whenDefined('balcao-checkout').then(() => this.parent?.isForeign && this.refresh());
    if (document.readyState !== 'complete') addEventListener('load', this.#handleLoad, { once: true });
    this.refresh();
  }

  hostDisconnected(): void {
    connected.delete(this);
    this.#json.disconnect();
    removeEventListener('load', this.#handleLoad);
  }

  /** An element that has left the page keeps its last settings: its payments and codes are still followed. */
  hostUpdate(): void {
    if (!this.host.isConnected) return;
    this.#checkHost();
    if (this.#isReported || !checks || document.readyState !== 'complete') return;
    this.#isReported = true;
    this.report();
  }

  /** Applies the settings that the page has written in the current task, in this element and around it, and checks all of them again. */
  sync(): void {
    this.parent?.sync();
    if (!this.host.isConnected) return;
    this.#checkHost();
    this.invalidate();
  }

  /**
   * Applies the properties of the host if they have changed. The rows of a fee table are compared as JSON, since a page may change them in
   * place.
   */
  #checkHost(): void {
    const { host } = this;
    const rows = host.fees && JSON.stringify(host.fees);
    if (rows === this.#rows && SETTING_NAMES.every((name) => host[name] === this.#own[name])) return;
    this.#rows = rows;
    this.#own = Object.fromEntries(SETTING_NAMES.map((name) => [name, host[name]]));
    this.#invalidateAll();
  }

  get #written(): SettingsInput {
    return { ...this.parent?.input, ...withoutAbsent(this.#json.values), ...withoutAbsent(this.#own) };
  }

  #overridesFor({ amount, orderId }: SettingsInput): SettingsInput {
    const overrides = this.#overrides;
    return overrides.amount === amount && overrides.orderId === orderId ? overrides.input : {};
  }

  /** Finds the problems of the settings; none until the checks have loaded. */
  protected check(input: SettingsInput, settings: Settings): SettingsProblem[] {
    return checks?.checkSettings(input, settings, this) ?? [];
  }

  /** Finds the problems of the JSON in the element and in the elements around it. */
  #checkJson(): readonly SettingsProblem[] {
    const { parent } = this;
    return [...(checks?.checkJson(this.#json.text) ?? []), ...(parent ? parent.#checkJson() : [])];
  }

  /** Checks the settings of the whole page. Until the checks have loaded there is nothing to report; they render the elements themselves. */
  readonly #handleLoad = (): void => {
    if (!checks) return;
    this.invalidate();
    this.host.requestUpdate();
  };

  /** Parses and checks the settings. */
  #evaluate(): CheckedSettings {
    const { parent, input } = this;
    // An element without its own settings needs no evaluation if the settings around it are valid.
    if (parent && !this.#json.text && isSame(input, parent.input) && !parent.current.problems.length) return parent.current;
    const settings = parseSettings(input);
    return { settings, problems: [...this.#checkJson(), ...this.check(input, settings)] };
  }

  /** Discards the evaluated settings. */
  invalidate(): void {
    this.#input = this.#current = undefined;
    this.#isReported = false;
  }

  /** Discards the evaluated settings, in this element and in the elements below it. */
  #invalidateAll(): void {
    this.invalidate();
    for (const other of connected) if (other !== this && other.parent === this) other.refresh();
  }

  /** Discards the evaluated settings and renders the host, after a change outside of the element. */
  refresh(): void {
    this.host.requestUpdate();
    this.#invalidateAll();
  }
}

/**
 * Finds the settings of a Balcão element, by default of the first element in the page that names a service, else of the first element;
 * `undefined` if there is none.
 */
export function findSettings(element?: Element): SettingsController | undefined {
  if (element) return controllers.get(element);
  const [first] = connected;
  return [...connected].find(({ input }) => input.baseUrl) ?? first;
}

function isSame(input: SettingsInput, other: SettingsInput): boolean {
  return SETTING_NAMES.every((name) => input[name] === other[name]);
}

/**
 * Finds the settings that are an element's defaults: those of the surrounding `<balcao-checkout>`, through shadow roots, or of the element
 * whose shadow root contains the element.
 */
function findAround(element: Element): SettingsController | undefined {
  const checkout = element.parentElement?.closest('balcao-checkout');
  const around = checkout && findOf(checkout);
  if (around) return around;
  const host = getShadowHost(element);
  return host && (findOf(host) ?? findAround(host));
}

/**
 * Finds the settings of an element around others. An element of another copy of Balcão, of any version, gets a controller of this copy, too: its
 * settings are properties in every version.
 */
function findOf(element: Element): SettingsController | undefined {
  const known = controllers.get(element);
  if (known || !isRegistered(element)) return known;
  const made = new SettingsController(element, true);
  made.sync();
  return made;
}

/** Returns true for a registered element of Balcão, of this copy or of another one. */
function isRegistered(element: Element): element is SettingsHost {
  return element.localName.startsWith('balcao-') && 'addController' in element;
}

/**
 * Removes absent values, so that the settings around the element apply. An object or a function is absent, too, where a template has
 * `condition && value`, and a framework writes `false`, `0` or `NaN`.
 */
function withoutAbsent(input: SettingsInput): SettingsInput {
  const given = SETTING_NAMES.filter((name) => (getRow(name).attribute === false ? input[name] : (input[name] ?? null) !== null));
  return Object.fromEntries(given.map((name) => [name, input[name]]));
}
