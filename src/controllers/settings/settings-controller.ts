import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { getShadowHost } from '../page/shadow-host.js';
import { JsonChild } from './json-child.js';
import { parseSettings, SETTING_NAMES, type CheckedSettings, type Settings, type SettingsInput, type SettingsProblem } from './settings.js';

/** An element that carries settings as properties. */
export type SettingsHost = ReactiveControllerHost & HTMLElement & SettingsInput;

/** Controllers whose element sits in the page, so that a `<balcao-checkout>` that is upgraded late finds its parts. */
const connected = new Set<SettingsController>();
const controllers = new WeakMap<Element, SettingsController>();

/** Finds the problems of settings. */
interface SettingsChecks {
  checkJson(text: string): readonly SettingsProblem[];
  checkSettings(input: SettingsInput, settings: Settings, owner: SettingsController): SettingsProblem[];
  reportProblems(settings: SettingsController): void;
}

let checks: SettingsChecks | undefined;

/** Adds what checks settings and reports their problems, which the first field does not need. Until then no setting counts as wrong. */
export function addSettingsChecks(added: SettingsChecks): void {
  if (checks) return;
  checks = added;
  for (const controller of connected) controller.refresh();
}

/**
 * Gives an element its settings: its own attributes and properties first, then those of the `<balcao-checkout>` around it, then the defaults. Parses
 * the JSON child, reports each problem once in the console, and renders again when the settings around it change.
 */
export class SettingsController implements ReactiveController {
  /** The element that the settings are of. */
  readonly host: SettingsHost;
  readonly #json: JsonChild;
  /** The element's properties at the last check. */
  #own: SettingsInput = {};
  /** The rows of its fee table then. */
  #rows: string | undefined;
  #input: SettingsInput | undefined;
  #current: CheckedSettings | undefined;
  #isReported = false;
  #brought: Pick<SettingsInput, 'amount' | 'orderId'> & { input: SettingsInput } = { input: {} };

  constructor(host: SettingsHost) {
    this.host = host;
    this.#json = new JsonChild(host, () => this.refresh());
    controllers.set(host, this);
    host.addController(this);
  }

  /** The settings as they are now, and what is wrong with them: the same object until something changes. */
  get current(): CheckedSettings {
    return (this.#current ??= this.#evaluate());
  }

  /** The element whose settings are the host's defaults: the `<balcao-checkout>` around it, or the Balcão element whose part it is. */
  get parent(): SettingsController | undefined {
    return findAround(this.host);
  }

  /** The outermost element that gives the host settings, or the host itself: what the order belongs to. */
  get outermost(): SettingsController {
    return this.parent?.outermost ?? this;
  }

  /** The settings as written: those around the host, overridden by its own, and by the page's answer for this very order. */
  get input(): SettingsInput {
    if (this.#input) return this.#input;
    const written = this.#written;
    return (this.#input = { ...written, ...this.#broughtFor(written) });
  }

  /** Adds the answer to `balcao-before-pay` for this order. It holds until the page writes another amount or order. */
  override(input: SettingsInput): void {
    // It holds for every method of the order, or the others would still pay the order without a name.
    const { outermost } = this;
    if (outermost !== this) outermost.override(input);
    const { amount, orderId } = this.#written;
    // A second try need not repeat what the first has brought.
    this.#brought = { amount, orderId, input: { ...this.#broughtFor({ amount, orderId }), ...withoutNullish(input) } };
    this.#changed();
  }

  /** Reports the problems, in the console and to the page, each once. The element around this one reports the problems of its own settings. */
  report(): void {
    checks?.reportProblems(this);
  }

  /** The shop's own texts, of the JSON and of the property. */
  get ownTexts(): readonly unknown[] {
    return [this.#json.values.texts, this.host.texts];
  }

  hostConnected(): void {
    connected.add(this);
    this.#json.connect();
    if (document.readyState !== 'complete') addEventListener('load', this.#handleLoad, { once: true });
    this.#changed();
  }

  hostDisconnected(): void {
    connected.delete(this);
    this.#json.disconnect();
    removeEventListener('load', this.#handleLoad);
  }

  /** Outside the page an element keeps the settings that it had there: its payments and codes are still followed. */
  hostUpdate(): void {
    if (!this.host.isConnected) return;
    this.#checkHost();
    if (this.#isReported || !checks || document.readyState !== 'complete') return;
    this.#isReported = true;
    this.report();
  }

  /** Takes over the settings that the page has written in this very task, here and around, and checks all of them again. */
  sync(): void {
    this.parent?.sync();
    if (!this.host.isConnected) return;
    this.#checkHost();
    this.#forget();
  }

  /** Checks whether the page has written something else. The rows of a fee table are compared, as a page may change them in place. */
  #checkHost(): void {
    const { host } = this;
    const rows = host.fees && JSON.stringify(host.fees);
    if (rows === this.#rows && SETTING_NAMES.every((name) => host[name] === this.#own[name])) return;
    this.#rows = rows;
    this.#own = Object.fromEntries(SETTING_NAMES.map((name) => [name, host[name]]));
    this.#changed();
  }

  get #written(): SettingsInput {
    return { ...this.parent?.input, ...withoutNullish(this.#json.values), ...withoutNullish(this.#own) };
  }

  #broughtFor({ amount, orderId }: SettingsInput): SettingsInput {
    const brought = this.#brought;
    return brought.amount === amount && brought.orderId === orderId ? brought.input : {};
  }

  /** Finds the problems of the settings; none until the checks are loaded. */
  protected check(input: SettingsInput, settings: Settings): SettingsProblem[] {
    return checks?.checkSettings(input, settings, this) ?? [];
  }

  /** Finds the problems of the JSON in the element and in those around it. */
  #checkJson(): readonly SettingsProblem[] {
    const { parent } = this;
    return [...(checks?.checkJson(this.#json.text) ?? []), ...(parent ? parent.#checkJson() : [])];
  }

  readonly #handleLoad = (): void => {
    this.#forget();
    this.host.requestUpdate();
  };

  #evaluate(): CheckedSettings {
    const { parent, input } = this;
    // An element without its own settings has nothing to check that is not valid around it.
    if (checks && parent && !this.#json.text && isSame(input, parent.input) && !parent.current.problems.length) return parent.current;
    const settings = parseSettings(input);
    return { settings, problems: [...this.#checkJson(), ...this.check(input, settings)] };
  }

  #forget(): void {
    this.#input = this.#current = undefined;
    this.#isReported = false;
  }

  /** Forgets the settings, here and in the elements below. */
  #changed(): void {
    this.#forget();
    for (const other of connected) if (other !== this && other.parent === this) other.refresh();
  }

  /** Forgets the settings, and renders, after something outside the element has changed. */
  refresh(): void {
    this.host.requestUpdate();
    this.#changed();
  }
}

/**
 * Finds the settings of a Balcão element. Without one, those of the first in the page that names a service, else of the first; `undefined` where
 * there is none.
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
 * Finds what an element takes its defaults from: the `<balcao-checkout>` around it, through shadow roots, or the element whose shadow
 * root it is in.
 */
function findAround(element: Element): SettingsController | undefined {
  const checkout = element.parentElement?.closest('balcao-checkout');
  const around = checkout && controllers.get(checkout);
  if (around) return around;
  const host = getShadowHost(element);
  return host && (controllers.get(host) ?? findAround(host));
}

/** Absent attributes leave room for the settings around the element. */
function withoutNullish(input: SettingsInput): SettingsInput {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined && value !== null));
}
