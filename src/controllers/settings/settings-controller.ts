import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { createPartLoader } from '../page/part-loader.js';
import type * as settingsChecks from './settings-checks.js';
import {
  ATTRIBUTE_SETTINGS,
  PROPERTY_SETTINGS,
  readSettings,
  type ReadSettings,
  type Settings,
  type SettingsInput,
  type SettingsProblem,
} from './settings.js';

/** An element that carries settings as properties. */
export type SettingsHost = ReactiveControllerHost & HTMLElement & SettingsInput;

/** The settings that a `<script type="application/json">` child may hold. */
const JSON_SETTINGS = ['fees', 'feeMode', 'profile', 'texts'] as const satisfies readonly (keyof SettingsInput)[];

/** Every setting's property name. */
const SETTINGS = [...ATTRIBUTE_SETTINGS, ...PROPERTY_SETTINGS, 'pixWebhook'] as const;

/** Controllers whose element sits in the page, so that a `<balcao-checkout>` that is upgraded late finds its parts. */
const connected = new Set<SettingsController>();
const controllers = new WeakMap<Element, SettingsController>();

let checks: typeof settingsChecks | undefined;
const loadChecks = createPartLoader(async () => {
  checks = await import('./settings-checks.js');
  for (const controller of connected) controller.refresh();
});

/**
 * Gives an element its settings: its own attributes and properties first, then those of the `<balcao-checkout>` around
 * it, then the defaults. Reads the JSON child, says each problem once in the console, and renders again when the
 * settings around it change.
 */
export class SettingsController implements ReactiveController {
  /** The element that the settings are of. */
  readonly host: SettingsHost;
  readonly #children = new MutationObserver(() => this.#readJsonChild());
  #json: SettingsInput = {};
  #jsonText = '';
  #isJsonBroken = false;
  #input: SettingsInput = {};
  #read: ReadSettings | undefined;
  #brought: Pick<SettingsInput, 'amount' | 'orderId'> & { input: SettingsInput } = { input: {} };

  constructor(host: SettingsHost) {
    this.host = host;
    controllers.set(host, this);
    host.addController(this);
  }

  /** The settings as they are now, and what is wrong with them. */
  get current(): ReadSettings {
    return (this.#read ??= this.#readAnew());
  }

  /** Loads what says what is wrong with settings; until then nothing is. Rejects with a `CheckoutError`; the next call tries again. */
  load(): Promise<void> {
    return loadChecks();
  }

  /** The element whose settings are the host's defaults: the `<balcao-checkout>` around it, or the Balcão element whose part it is. */
  get parent(): SettingsController | undefined {
    let node: Element = this.host;
    for (;;) {
      const checkout = node.parentElement?.closest('balcao-checkout');
      const around = checkout && controllers.get(checkout);
      if (around) return around;
      const root = node.getRootNode();
      if (!(root instanceof ShadowRoot)) return undefined;
      node = root.host;
      const whole = controllers.get(node);
      if (whole) return whole;
    }
  }

  /** The outermost element that gives the host settings, or the host itself: what the order belongs to. */
  get outermost(): SettingsController {
    return this.parent?.outermost ?? this;
  }

  /** The settings as written, those around the host below its own, and what the page brought for this very order on top. */
  get input(): SettingsInput {
    const written = this.#written;
    return { ...written, ...this.#broughtFor(written) };
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
    const { problems } = this.current;
    checks?.reportProblems(this.host, { problems, inherited: this.parent?.current.problems, isJsonBroken: this.#isJsonBroken });
  }

  hostConnected(): void {
    connected.add(this);
    this.load().catch(() => undefined);
    this.#children.observe(this.host, { childList: true, characterData: true, subtree: true });
    this.#readJsonChild();
    if (document.readyState !== 'complete') addEventListener('load', this.#handleLoad, { once: true });
    this.#changed();
  }

  hostDisconnected(): void {
    connected.delete(this);
    this.#children.disconnect();
    removeEventListener('load', this.#handleLoad);
  }

  /** Out of the page an element keeps the settings that it had there: its payments and codes are still followed. */
  hostUpdate(): void {
    if (!this.host.isConnected) return;
    const input: SettingsInput = Object.fromEntries(SETTINGS.map((name) => [name, this.host[name]]));
    if (SETTINGS.some((name) => input[name] !== this.#input[name])) {
      this.#input = input;
      this.#changed();
    } else {
      this.#read = undefined;
    }
    if (document.readyState === 'complete') this.report();
  }

  get #written(): SettingsInput {
    return { ...this.parent?.input, ...withoutNullish(this.#json), ...withoutNullish(this.#input) };
  }

  #broughtFor({ amount, orderId }: SettingsInput): SettingsInput {
    const brought = this.#brought;
    return brought.amount === amount && brought.orderId === orderId ? brought.input : {};
  }

  /** What is wrong with the settings; nothing while what tells it is not there. */
  protected check(input: SettingsInput, settings: Settings): SettingsProblem[] {
    return checks?.checkSettings(input, settings) ?? [];
  }

  readonly #handleLoad = (): void => this.host.requestUpdate();

  #readAnew(): ReadSettings {
    const { input } = this;
    const settings = readSettings(input);
    return { settings, problems: this.check(input, settings) };
  }

  /** What is below a changed element reads its settings anew. */
  #changed(): void {
    this.#read = undefined;
    for (const other of connected) if (other !== this && other.parent === this) other.refresh();
  }

  /** Reads anew, after something outside the element has changed. */
  refresh(): void {
    this.#read = undefined;
    this.host.requestUpdate();
    this.#changed();
  }

  /** Reads the JSON child again when it has changed: HTML may come in pieces. */
  #readJsonChild(): void {
    const text = this.host.querySelector(':scope > script[type="application/json"]')?.textContent;
    if (!text || text === this.#jsonText) return;
    this.#jsonText = text;
    this.#isJsonBroken = false;
    try {
      const values: SettingsInput | null = JSON.parse(text);
      this.#json = Object.fromEntries(JSON_SETTINGS.map((name) => [name, values?.[name]]));
      this.#changed();
    } catch {
      this.#isJsonBroken = true;
    }
    this.host.requestUpdate();
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

/** Absent attributes leave room for the settings around the element. */
function withoutNullish(input: SettingsInput): SettingsInput {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined && value !== null));
}
