import { createElement, forwardRef, useEffect, useImperativeHandle, useLayoutEffect, useRef, useSyncExternalStore, version } from 'react';
import type { ForwardRefExoticComponent, RefAttributes } from 'react';
import { getAttribute, SETTING_NAMES } from '../controllers/settings/settings.js';

type Props = Record<string, unknown>;

/** React 19 sets properties of custom elements. React 18 writes every prop into an attribute, as text. */
const knowsElements = !version.startsWith('18.');

/** The properties that no attribute sets: they are not in the server's markup. `brand` is the one that is no setting. */
const PROPERTIES = new Set(['brand', ...SETTING_NAMES.filter((name) => !getAttribute(name))]);

/** React warns of a layout effect on a server, before React 19. */
const useElementEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect;

/** Returns whether a prop is a listener as elements name them: `onbalcao-approved`. React's own have a capital letter. */
const isListener = (name: string): boolean => /^on[a-z]/.test(name);

/** Returns a React 18 prop of an element as React 19 understands it. */
function convertProp([name, value]: [string, unknown]): [string, unknown] {
  if (name === 'className') return ['class', value];
  return [name, typeof value === 'boolean' && !/^(?:aria-|data-|suppress)/.test(name) ? (value ? '' : undefined) : value];
}

const NEVER_CHANGES = (): (() => void) => () => undefined;

/**
 * Creates the React component of an element. React itself sets no property and adds no listener to an element that came in the server's
 * markup (facebook/react#35446). `define` registers the element: only after the first properties are set, so that it starts with them. If
 * it is registered before, by another component, it starts without them: until they are set it is `inert`, and nobody can pay in it.
 */
export function createComponent<Element extends HTMLElement>(
  tag: string,
  define: (tag: string) => void,
): ForwardRefExoticComponent<Props & RefAttributes<Element>> {
  return forwardRef<Element, Props>(function BalcaoElement(props, ref) {
    const element = useRef<Element>(null);
    const previousProps = useRef<Props>({});
    const listening = useRef(new Set<string>());

    useElementEffect(() => {
      const before = previousProps.current;
      previousProps.current = props;
      for (const name of Object.keys({ ...before, ...props })) {
        if (PROPERTIES.has(name) && element.current && before[name] !== props[name]) Reflect.set(element.current, name, props[name]);
        if (!isListener(name) || listening.current.has(name)) continue;
        listening.current.add(name);
        element.current?.addEventListener(name.slice('on'.length), (event) => {
          const callback = previousProps.current[name];
          if (typeof callback === 'function') callback(event);
        });
      }
    });
    // After the properties: whoever gets the element finds them set.
    useImperativeHandle<Element | null, Element | null>(ref, () => element.current, []);
    useEffect(() => {
      if (!customElements.get(tag)) define(tag);
    }, []);

    const isOfServer = useSyncExternalStore(
      NEVER_CHANGES,
      () => false,
      () => true,
    );
    // If the element is registered, React creates it with its objects, before it is in the page. A text would become an attribute.
    const isRegistered = useRef(knowsElements && globalThis.customElements?.get(tag) !== undefined).current;
    const rendered = Object.entries(isOfServer ? { ...props, inert: true } : props).filter(([name, value]) =>
      PROPERTIES.has(name) ? isRegistered && typeof value !== 'string' : !isListener(name),
    );
    return createElement(tag, { ...Object.fromEntries(knowsElements ? rendered : rendered.map(convertProp)), ref: element });
  });
}
