/** Balcão's elements in the templates of Vue 3. */
import type { EmitFn, HTMLAttributes, PublicProps } from 'vue';
import type { BalcaoTags } from './elements.js';

type Emits<Events> = { [Name in keyof Events & string]: (event: Events[Name]) => void };

type Component<Tag extends BalcaoTags[keyof BalcaoTags]> = new () => Tag['element'] & {
  $props: Tag['props'] & Tag['properties'] & Omit<HTMLAttributes, keyof Tag['props']> & PublicProps;
  $emit: EmitFn<Emits<Tag['events']>>;
};

type BalcaoElements = { [Name in keyof BalcaoTags]: Component<BalcaoTags[Name]> };

declare module 'vue' {
  interface GlobalComponents extends BalcaoElements {}
}
