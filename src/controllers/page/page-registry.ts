import { VERSION } from '../../domain/version.js';

/**
 * Returns what the page has under a name, made at the first call. Copies of this very version share it, as where a page has both a script tag
 * and the package; another version has its own, and is to this one what another tab is.
 */
export function shareInPage<Shared extends object>(name: string, create: () => Shared): Shared {
  return shareWithVersions(`${VERSION} ${name}`, create);
}

/** As {@link shareInPage}, with copies of every version: for what none of them may read in another way. */
export function shareWithVersions<Shared extends object>(name: string, create: () => Shared): Shared {
  const key = Symbol.for(`balcao ${name}`);
  const known: Shared | undefined = Reflect.get(globalThis, key);
  if (known) return known;
  const made = create();
  Reflect.set(globalThis, key, made);
  return made;
}
