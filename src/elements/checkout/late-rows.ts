import type { LitElement, ReactiveController } from 'lit';
import { afterPaint } from '../../controllers/page/after-paint.js';
import type { LocalizeController } from '../../controllers/page/localize-controller.js';
import { createPartLoader } from '../../controllers/page/part-loader.js';
import type { SettingsController } from '../../controllers/settings/settings-controller.js';
import type { MethodName } from '../../controllers/settings/settings.js';
import type { SavedCard } from '../../domain/card/saved-card.js';
import type { LateOutcome } from '../shared/outcome/late-outcome.js';
import type * as methodAbout from './method-about.js';
import type { MethodAbout } from './method-choice.js';

/** What the rows of a checkout show beside their names: loaded after the first paint. Without it a method can be chosen all the same. */
export class LateRows implements ReactiveController {
  readonly #host: LitElement;
  readonly #settings: SettingsController;
  readonly #localize: LocalizeController;
  readonly #outcome: LateOutcome;
  #view: typeof methodAbout | undefined;

  /** `outcome` is loaded with the rows: it must be there when the order's state takes their place. */
  constructor(host: LitElement, settings: SettingsController, localize: LocalizeController, outcome: LateOutcome) {
    this.#host = host;
    this.#settings = settings;
    this.#localize = localize;
    this.#outcome = outcome;
    host.addController(this);
  }

  readonly #load = createPartLoader(async () => {
    const [view] = await Promise.all([import('./method-about.js'), this.#outcome.load()]);
    this.#view = view;
    view.prepareRows(this.#host);
    this.#host.requestUpdate();
  });

  hostConnected(): void {
    void afterPaint().then(() => this.#load().catch(() => undefined));
  }

  /** `card` is the saved card that would be paid with. */
  describe(method: MethodName, card: SavedCard | undefined): MethodAbout | undefined {
    return this.#view?.describeMethod({ method, card, settings: this.#settings.current, host: this.#host, localize: this.#localize });
  }
}
