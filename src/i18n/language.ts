import type { Texts } from './pt-br.js';

/** A language that Balcão speaks. */
export type Language = 'pt-BR' | 'en' | 'es';

/**
 * The nearest language that Balcão speaks. `pt`, `pt-PT` and every unknown tag become `pt-BR`; `"C"`, which some systems
 * report, is no language tag and does the same.
 */
export function detectLanguage(tag: string | null | undefined): Language {
  const primary = tag?.toLowerCase().split(/[-_]/)[0];
  return primary === 'en' || primary === 'es' ? primary : 'pt-BR';
}

/** The dictionary of a language that is not the first one. Rejects where the file cannot be fetched. */
export async function loadTexts(language: Exclude<Language, 'pt-BR'>): Promise<Texts> {
  return language === 'en' ? (await import('./en.js')).en : (await import('./es.js')).es;
}

/** Puts values in the places that a text names: `{amount}`. A place without a value stays as it is written. */
export function fillText(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}
