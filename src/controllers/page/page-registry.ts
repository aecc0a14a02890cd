import { VERSION } from '../../domain/version.js';

const scope: { readonly document?: object } = globalThis;

/**
 * The object that holds what a page shares. It is the document, because `globalThis` of a page in a frame soon stands for the next page: in
 * WebKit, code of an unloaded page may still run, and must share nothing with the page that follows. On a server it is `globalThis`.
 */
const page = scope.document ?? scope;

/**
 * Returns the page's shared object of this name, and creates it at the first call. All copies of Balcão with the same version share the
 * object, for example if a page has both the script tag and the package. A copy with another version has its own object: to this copy it is
 * like another tab.
 */
export function shareInPage<Shared extends object>(name: string, create: () => Shared): Shared {
  return shareWithVersions(`${VERSION} ${name}`, create);
}

/** Like {@link shareInPage}, but shared by copies of every version: for objects that all versions read in the same way. */
export function shareWithVersions<Shared extends object>(name: string, create: () => Shared): Shared {
  const key = Symbol.for(`balcao ${name}`);
  const known: Shared | undefined = Reflect.get(page, key);
  if (known) return known;
  const made = create();
  Reflect.set(page, key, made);
  return made;
}

/** A copy of Balcão: a page may load several. */
export interface Copy {
  readonly version?: string;
}

/** Returns the copies that register the elements, by tag. */
export function listOwners(): Map<string, Copy> {
  return shareWithVersions('tags', () => new Map<string, Copy>());
}
