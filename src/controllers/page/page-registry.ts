import { VERSION } from '../../domain/version.js';

/**
 * Returns the page's object of a name, created at the first call. Copies of this very version share it, as where a page has both a script tag and the
 * package; another version has its own, and is like another tab to this one.
 */
export function shareInPage<Shared extends object>(name: string, create: () => Shared): Shared {
  return shareWithVersions(`${VERSION} ${name}`, create);
}

/** Like {@link shareInPage}, with copies of every version: for objects that all versions read in the same way. */
export function shareWithVersions<Shared extends object>(name: string, create: () => Shared): Shared {
  const key = Symbol.for(`balcao ${name}`);
  const known: Shared | undefined = Reflect.get(globalThis, key);
  if (known) return known;
  const made = create();
  Reflect.set(globalThis, key, made);
  return made;
}
