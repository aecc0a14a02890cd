import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { JsonChild } from './json-child.js';
import { readSettings, SETTING_NAMES, type ReadSettings, type Settings, type SettingsInput, type SettingsProblem } from './settings.js';

/** An element that carries settings as properties. */
export type SettingsHost = ReactiveControllerHost & HTMLElement & SettingsInput;

/** Controllers whose element sits in the page, so that a `<balcao-checkout>` that is upgraded late finds its parts. */
const connected = new Set<SettingsController>();
const controllers = new WeakMap<Element, SettingsController>();

/** Says what is wrong with settings. */
interface SettingsChecks {
  checkJson(text: string): readonly SettingsProblem[];
  checkSettings(input: SettingsInput, settings: Settings, owner: SettingsController): SettingsProblem[];
  reportProblems(host: HTMLElement, report: SettingsReport): void;
}

/** What an element has to say of its settings. */
export interface SettingsReport {
  current: ReadSettings;
  /** Problems of the settings around it, which are said there. */
  inherited: readonly SettingsProblem[] | undefined;
  /** The shop's own texts, of the JSON and of the property. */
  texts: readonly unknown[];
}

let checks: SettingsChecks | undefined;

/** Adds what checks settings and reports their problems, which the first field does not need. Until then no setting counts as wrong. */
export function addSettingsChecks(added: SettingsChecks): void {
  if (checks) return;
  checks = added;
  for (const controller of connected) controller.refresh();
}

/**
 * Gives an element its settings: its own attributes and properties first, then those of the `<balcao-checkout>` around
 * it, then the defaults. Reads the JSON child, says each problem once in the console, and renders again when the
 * settings around it change.
 */
export class SettingsController implements ReactiveController {
  /** The element that the settings are of. */
  readonly host: SettingsHost;
  readonly #json: JsonChild;
  /** What the element's properties were when they were looked at last. */
  #own: SettingsInput = {};
  /** The rows of its fee table then. */
  #rows: string | undefined;
  #input: SettingsInput | undefined;
  #read: ReadSettings | undefined;
  #isReported = false;
  #brought: Pick<SettingsInput, 'amount' | 'orderId'> & { input: SettingsInput } = { input: {} };

  constructor(host: SettingsHost) {
    this.host = host;
    this.#json = new JsonChild(host, () => this.refresh());
    controllers.set(host, this);
    host.addController(this);
  }

  /** The settings as they are now, and what is wrong with them: the same object until something changes. */
  get current(): ReadSettings {
    return (this.#read ??= this.#readAnew());
  }

  /** The element whose settings are the host's defaults: the `<balcao-checkout>` around it, or the Balcão element whose part it is. */
  get parent(): SettingsController | undefined {
    return findAround(this.host, (element) => controllers.get(element));
  }

  /** The outermost element that gives the host settings, or the host itself: what the order belongs to. */
  get outermost(): SettingsController {
    return this.parent?.outermost ?? this;
  }

  /** The settings as written, those around the host below its own, and what the page brought for this very order on top. */
  get input(): SettingsInput {
    return (this.#input ??= this.#merge());
  }

  /** What `balcao-before-pay` brought for this order. It holds until the page writes another amount or order. */
  override(input: SettingsInput): void {
    // For every method of the order, or the others would still pay the order without a name.
    const { outermost } = this;
    if (outermost !== this) outermost.override(input);
    const { amount, orderId } = this.#written;
    // A second try brings nothing that the first has brought already.
    this.#brought = { amount, orderId, input: { ...this.#broughtFor({ amount, orderId }), ...withoutNullish(input) } };
    this.#changed();
  }

  /**
   * Says what is wrong, in the console and to the page, each problem once. What is wrong with the settings of the element around this
   * one is said by that element.
   */
  report(): void {
    const { host, parent, current } = this;
    checks?.reportProblems(host, {
      current,
      inherited: parent?.current.problems,
      texts: [this.#json.values.texts, host.texts],
    });
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

  /** Out of the page an element keeps the settings that it had there: its payments and codes are still followed. */
  hostUpdate(): void {
    if (!this.host.isConnected) return;
    this.#readHost();
    if (this.#isReported || !checks || document.readyState !== 'complete') return;
    this.#isReported = true;
    this.report();
  }

  /** Takes over what the page has set in this very task, here and around, and judges all of it anew. */
  sync(): void {
    this.parent?.sync();
    if (!this.host.isConnected) return;
    this.#readHost();
    this.#forget();
  }

  /** Looks whether the page has written something else. A fee table is looked into, as a page may change its rows in place. */
  #readHost(): void {
    const { host } = this;
    const rows = host.fees && JSON.stringify(host.fees);
    if (rows === this.#rows && SETTING_NAMES.every((name) => host[name] === this.#own[name])) return;
    this.#rows = rows;
    this.#own = Object.fromEntries(SETTING_NAMES.map((name) => [name, host[name]]));
    this.#changed();
  }

  #merge(): SettingsInput {
    const written = this.#written;
    return { ...written, ...this.#broughtFor(written) };
  }

  get #written(): SettingsInput {
    return { ...this.parent?.input, ...withoutNullish(this.#json.values), ...withoutNullish(this.#own) };
  }

  #broughtFor({ amount, orderId }: SettingsInput): SettingsInput {
    const brought = this.#brought;
    return brought.amount === amount && brought.orderId === orderId ? brought.input : {};
  }

  /** What is wrong with the settings; nothing until the checks are loaded. */
  protected check(input: SettingsInput, settings: Settings): SettingsProblem[] {
    return checks?.checkSettings(input, settings, this) ?? [];
  }

  /** What is wrong with the JSON in the element and in those around it. */
  #checkJson(): readonly SettingsProblem[] {
    const { parent } = this;
    return [...(checks?.checkJson(this.#json.text) ?? []), ...(parent ? parent.#checkJson() : [])];
  }

  readonly #handleLoad = (): void => {
    this.#forget();
    this.host.requestUpdate();
  };

  #readAnew(): ReadSettings {
    const { parent, input } = this;
    // Without settings of its own there is nothing to judge that is not found good around it.
    if (checks && parent && !this.#json.text && isSame(input, parent.input) && !parent.current.problems.length) return parent.current;
    const settings = readSettings(input);
    return { settings, problems: [...this.#checkJson(), ...this.check(input, settings)] };
  }

  #forget(): void {
    this.#input = this.#read = undefined;
    this.#isReported = false;
  }

  /** What is below a changed element reads its settings anew. */
  #changed(): void {
    this.#forget();
    for (const other of connected) if (other !== this && other.parent === this) other.refresh();
  }

  /** Reads anew, after something outside the element has changed. */
  refresh(): void {
    this.host.requestUpdate();
    this.#changed();
  }
}

/**
 * The settings of a Balcão element. Without one, of the first in the page that names a service, else of the first; `undefined` where
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
function findAround<Found>(element: Element, lookUp: (candidate: Element) => Found | undefined): Found | undefined {
  const checkout = element.parentElement?.closest('balcao-checkout');
  const around = checkout && lookUp(checkout);
  if (around) return around;
  const root = element.getRootNode();
  if (!(root instanceof ShadowRoot)) return undefined;
  return lookUp(root.host) ?? findAround(root.host, lookUp);
}

/** Absent attributes leave room for the settings around the element. */
function withoutNullish(input: SettingsInput): SettingsInput {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined && value !== null));
}
