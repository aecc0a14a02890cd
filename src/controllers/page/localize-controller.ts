import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { detectLanguage, fillText, loadTexts, type Language } from '../../i18n/language.js';
import { ptBrFirst } from '../../i18n/pt-br-first.js';
import type { TextKey, Texts } from '../../i18n/pt-br.js';
import { getShadowHost } from './shadow-host.js';

/** The words in Portuguese: those that a first field needs, until the others come. */
let portuguese: Partial<Texts> = ptBrFirst;

/** Adds the words that the first load does not have, for every element; called by the code that shows them. */
export function addPortuguese(words: Partial<Texts>): void {
  portuguese = { ...portuguese, ...words };
}

/**
 * The words of an element in the nearest `lang` of the page (Portuguese by default), overridden by the shop's own texts. Another language is fetched
 * when it is first needed; until then, and where that fails, Portuguese is shown.
 */
export class LocalizeController implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #getOwnTexts: () => Partial<Texts> | undefined;
  readonly #langs = new MutationObserver(() => this.#updateLanguage());
  #language: Language = 'pt-BR';
  #first: Language | undefined;
  #other: { language: Language; texts: Texts } | undefined;

  constructor(host: ReactiveControllerHost & HTMLElement, getOwnTexts: () => Partial<Texts> | undefined) {
    this.#host = host;
    this.#getOwnTexts = getOwnTexts;
    host.addController(this);
  }

  /** The language that is shown now, as a language tag. */
  get language(): Language {
    return this.#other?.language ?? 'pt-BR';
  }

  /** The language to be shown, whose words may still be on their way. */
  get wanted(): Language {
    return this.#language;
  }

  /** The language that was to be shown at first, whatever it is now. */
  get first(): Language {
    return this.#first ?? this.#language;
  }

  /** A text with its values filled in. */
  text(key: TextKey, values: Readonly<Record<string, string | number>> = {}): string {
    return fillText(this.#getOwnTexts()?.[key] ?? (this.#other?.texts ?? portuguese)[key] ?? '', values);
  }

  hostConnected(): void {
    const options = { attributes: true, attributeFilter: ['lang'], subtree: true };
    // Up to the document: an observer does not see into shadow roots.
    for (let node: Element | undefined = this.#host; node; node = getShadowHost(node)) this.#langs.observe(node.getRootNode(), options);
    this.#updateLanguage();
    this.#first ??= this.#language;
  }

  hostDisconnected(): void {
    this.#langs.disconnect();
  }

  #updateLanguage(): void {
    const language = detectLanguage(findLang(this.#host));
    if (language === this.#language) return;
    this.#language = language;
    if (language === 'pt-BR') {
      this.#show(undefined);
      return;
    }
    loadTexts(language).then(
      (texts) => {
        if (language === this.#language) this.#show({ language, texts });
      },
      () => console.warn(`Balcão: the texts in "${language}" could not be loaded; Portuguese is shown.`),
    );
  }

  #show(other: { language: Language; texts: Texts } | undefined): void {
    this.#other = other;
    this.#host.requestUpdate();
  }
}

/** The nearest `lang` around an element, through shadow roots. */
function findLang(element: Element): string | undefined {
  for (let node: Element | undefined = element; node; node = getShadowHost(node)) {
    const found = node.closest('[lang]');
    if (found) return found.getAttribute('lang') ?? undefined;
  }
  return undefined;
}
