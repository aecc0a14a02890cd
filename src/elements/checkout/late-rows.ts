import { nothing, type LitElement, type ReactiveController, type TemplateResult } from 'lit';
import { afterPaint } from '../../controllers/page/after-paint.js';
import type { LocalizeController } from '../../controllers/page/localize-controller.js';
import { createPartLoader } from '../../controllers/page/part-loader.js';
import type { SettingsController } from '../../controllers/settings/settings-controller.js';
import type { MethodName } from '../../controllers/settings/settings.js';
import type { SavedCard } from '../../domain/card/saved-card.js';
import type * as methodAbout from './method-about.js';

/** What the rows of a checkout show beside their names: loaded after the first paint. Without it a method can be chosen all the same. */
export class LateRows implements ReactiveController {
  readonly #host: LitElement;
  readonly #settings: SettingsController;
  readonly #localize: LocalizeController;
  #view: typeof methodAbout | undefined;

  constructor(host: LitElement, settings: SettingsController, localize: LocalizeController) {
    this.#host = host;
    this.#settings = settings;
    this.#localize = localize;
    host.addController(this);
  }

  readonly #load = createPartLoader(async () => {
    this.#view = await import('./method-about.js');
    new this.#view.PageScheme(this.#host);
    this.#host.requestUpdate();
  });

  hostConnected(): void {
    void afterPaint().then(() => this.#load().catch(() => undefined));
  }

  hostUpdated(): void {
    this.#view?.holdHeight(this.#host.renderRoot);
  }

  /** `card` is the saved card that would be paid with. */
  renderAbout(method: MethodName, card: SavedCard | undefined): TemplateResult | typeof nothing {
    const place = { host: this.#host, localize: this.#localize };
    return this.#view?.renderMethodAbout({ method, card, settings: this.#settings.current, ...place }) ?? nothing;
  }
}
