import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { detectLanguage, fillText, loadTexts, type Language } from '../../i18n/language.js';
import { ptBrFirst } from '../../i18n/pt-br-first.js';
import type { TextKey, Texts } from '../../i18n/pt-br.js';
import { getShadowHost } from './shadow-host.js';

/** The Portuguese texts: at first those that the first field needs, later also the lazy-loaded ones. */
let portuguese: Partial<Texts> = ptBrFirst;

/** Adds lazy-loaded Portuguese texts, for every element. The modules that show these texts call this. */
export function addPortuguese(words: Partial<Texts>): void {
  portuguese = { ...portuguese, ...words };
}

/**
 * The texts of an element in the language of the nearest `lang` attribute (Portuguese by default). The shop's own texts override them.
 * Another language is loaded when it is first needed. Until then, and if loading fails, Portuguese is shown.
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

  /** The language that is currently shown, as a language tag. */
  get language(): Language {
    return this.#other?.language ?? 'pt-BR';
  }

  /** The language that the page asks for. Its texts may still be loading. */
  get wanted(): Language {
    return this.#language;
  }

  /** The language that the page asked for when the element was first connected. */
  get first(): Language {
    return this.#first ?? this.#language;
  }

  /** Returns a text with its values filled in. */
  text(key: TextKey, values: Readonly<Record<string, string | number>> = {}): string {
    return fillText(this.#getOwnTexts()?.[key] ?? (this.#other?.texts ?? portuguese)[key] ?? '', values);
  }

  hostConnected(): void {
    const options = { attributes: true, attributeFilter: ['lang'], subtree: true };
    // An observer does not see into shadow roots, so each root up to the document is observed.
    for (let node: Element | undefined = this.#host; node; node = getShadowHost(node)) this.#langs.observe(node.getRootNode(), options);
    this.#updateLanguage();
    this.#first ??= this.#language;
  }

  hostDisconnected(): void {
    this.#langs.disconnect();
  }

  /** Determines the language again, and loads its texts if it has changed. */
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

/** Returns the value of the nearest `lang` attribute around an element, through shadow roots. */
function findLang(element: Element): string | undefined {
  for (let node: Element | undefined = element; node; node = getShadowHost(node)) {
    const found = node.closest('[lang]');
    if (found) return found.getAttribute('lang') ?? undefined;
  }
  return undefined;
}
