import { ptBrBoleto } from '../../src/i18n/pt-br-boleto.js';
import { ptBr, type TextKey, type Texts } from '../../src/i18n/pt-br.js';

/** How much longer a text becomes in a language of longer words. */
const GROWTH = 1.4;

/** A text 40 % longer: one word becomes a longer word, several become more. Its places for values stay as they are. */
export function growText(text: string): string {
  const words = text.replace(/\{\w+\}/g, '').match(/[\p{L}]+/gu) ?? ['palavra'];
  const [only = ''] = words;
  const missing = Math.ceil(text.length * (GROWTH - 1));
  if (words.length === 1 && only === text) return text + only.slice(-missing);
  let grown = text;
  for (let index = 0; grown.length < text.length + missing; index++) grown += ` ${words[index % words.length]}`;
  return grown;
}

/** All words of the checkout, 40 % longer: a shop's own texts, or those of a language that is not there yet. */
export function growTexts(): Texts {
  const entries = Object.entries({ ...ptBr, ...ptBrBoleto }).map(([key, text]) => [key, growText(text)] as const);
  return Object.fromEntries(entries) as Record<TextKey, string>;
}
