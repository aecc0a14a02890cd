import type { Texts } from './pt-br.js';

/** A language of Balcão's texts. */
export type Language = 'pt-BR' | 'en' | 'es';

/**
 * Finds the language of Balcão's texts that is nearest to a language tag. `pt`, `pt-PT` and every unknown tag become `pt-BR`, and so does
 * `"C"`, which is no language tag, but which some systems report.
 */
export function detectLanguage(tag: string | null | undefined): Language {
  const primary = tag?.toLowerCase().split(/[-_]/)[0];
  return primary === 'en' || primary === 'es' ? primary : 'pt-BR';
}

/** Loads the dictionary of a language other than `pt-BR`. Rejects if the file cannot be loaded. */
export async function loadTexts(language: Exclude<Language, 'pt-BR'>): Promise<Texts> {
  return language === 'en' ? (await import('./en.js')).en : (await import('./es.js')).es;
}

/** Replaces the placeholders of a text, such as `{amount}`, by values. A placeholder without a value stays. */
export function fillText(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}
