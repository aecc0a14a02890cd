/** Balcão's elements as components of React, and as tags in the JSX of React 19. */
import type { DetailedHTMLProps, ForwardRefExoticComponent, HTMLAttributes } from 'react';
import type { BalcaoTags } from './elements.js';

type Props<Tag extends BalcaoTags[keyof BalcaoTags]> = Tag['attributes'] &
  Tag['properties'] &
  Tag['listeners'] &
  Omit<DetailedHTMLProps<HTMLAttributes<Tag['element']>, Tag['element']>, keyof Tag['attributes'] | 'onChange'>;

type BalcaoElements = { [Name in keyof BalcaoTags]: Props<BalcaoTags[Name]> };

type Component<Name extends keyof BalcaoTags> = ForwardRefExoticComponent<BalcaoElements[Name]>;

/** `<balcao-checkout>` as a component, with the same names of attributes, properties and listeners. */
export declare const BalcaoCheckout: Component<'balcao-checkout'>;
/** `<balcao-card-form>` as a component, with the same names of attributes, properties and listeners. */
export declare const BalcaoCardForm: Component<'balcao-card-form'>;
/** `<balcao-saved-cards>` as a component, with the same names of attributes, properties and listeners. */
export declare const BalcaoSavedCards: Component<'balcao-saved-cards'>;
/** `<balcao-installments>` as a component, with the same names of attributes, properties and listeners. */
export declare const BalcaoInstallments: Component<'balcao-installments'>;
/** `<balcao-pix>` as a component, with the same names of attributes, properties and listeners. */
export declare const BalcaoPix: Component<'balcao-pix'>;
/** `<balcao-boleto>` as a component, with the same names of attributes, properties and listeners. */
export declare const BalcaoBoleto: Component<'balcao-boleto'>;

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements extends BalcaoElements {}
  }
}
