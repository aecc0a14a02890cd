/** Balcão's elements in the templates of Vue 3. */
import type { EmitFn, HTMLAttributes, PublicProps } from 'vue';
import type { BalcaoTags } from './elements.js';

type CamelCase<Name extends string> = Name extends `${infer First}-${infer Rest}` ? `${First}${Capitalize<CamelCase<Rest>>}` : Name;

/** Vue knows `base-url` by its name in scripts. */
type InCamelCase<Attributes> = { [Name in keyof Attributes as CamelCase<Name & string>]: Attributes[Name] };

type Emits<Events> = { [Name in keyof Events & string]: (event: Events[Name]) => void };

type Component<Tag extends BalcaoTags[keyof BalcaoTags]> = new () => Tag['element'] & {
  $props: InCamelCase<Tag['attributes']> & Tag['properties'] & Omit<HTMLAttributes, keyof Tag['attributes']> & PublicProps;
  $emit: EmitFn<Emits<Tag['events']>>;
};

type BalcaoElements = { [Name in keyof BalcaoTags]: Component<BalcaoTags[Name]> };

declare module 'vue' {
  interface GlobalComponents extends BalcaoElements {}
}
