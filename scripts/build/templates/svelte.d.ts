/** Balcão's elements in the templates of Svelte 5. */
import type { HTMLAttributes } from 'svelte/elements';
import type { BalcaoTags } from './elements.js';

type Props<Tag extends BalcaoTags[keyof BalcaoTags]> = Tag['attributes'] &
  Tag['properties'] &
  Tag['listeners'] &
  Omit<HTMLAttributes<Tag['element']>, keyof Tag['attributes'] | 'onchange'>;

type BalcaoElements = { [Name in keyof BalcaoTags]: Props<BalcaoTags[Name]> };

declare module 'svelte/elements' {
  interface SvelteHTMLElements extends BalcaoElements {}
}
