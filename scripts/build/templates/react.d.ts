/** Balcão's elements in the JSX of React 19. */
import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { BalcaoTags } from './elements.js';

type Props<Tag extends BalcaoTags[keyof BalcaoTags]> = Tag['attributes'] &
  Tag['properties'] &
  Tag['listeners'] &
  Omit<DetailedHTMLProps<HTMLAttributes<Tag['element']>, Tag['element']>, keyof Tag['attributes'] | 'onChange'>;

type BalcaoElements = { [Name in keyof BalcaoTags]: Props<BalcaoTags[Name]> };

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements extends BalcaoElements {}
  }
}
