import { CheckoutError } from '../domain/errors.js';

/** Throws `invalid-config` for the first name of the given options that is not known, with the name that was probably meant. */
export function refuseUnknown(given: object, known: readonly string[], place = ''): void {
  // An instance of a class has names of its own.
  const prototype: unknown = Object.getPrototypeOf(given);
  if (prototype !== Object.prototype && prototype !== null) return;
  const own = known.flatMap((path) => (path.startsWith(place) && !path.includes('.', place.length) ? [path.slice(place.length)] : []));
  const unknown = Object.keys(given).find((name) => !own.includes(name));
  if (unknown === undefined) return;
  const meant = findNearName(unknown, own) ?? findNearName(unknown, known);
  const hint = meant === undefined ? '' : ` Did you mean ${own.includes(meant) ? place : ''}${meant}?`;
  throw new CheckoutError('invalid-config', `${place}${unknown} is unknown.${hint}`);
}

/** Checks the names of the settings of another function, which is named in the message. Throws `invalid-config`. */
export function checkNames(caller: string, given: object, known: readonly string[]): void {
  try {
    refuseUnknown(given, known);
  } catch (error) {
    throw error instanceof CheckoutError ? new CheckoutError(error.code, `${caller}: ${error.message}`) : error;
  }
}

/** Throws `invalid-config` for a setting that is given as `undefined`, as it is if it comes from an environment variable that is not set. */
export function refuseUndefined(place: string, given: object, names: readonly string[]): void {
  const missing = names.find((name) => name in given && Reflect.get(given, name) === undefined);
  if (missing === undefined) return;
  throw new CheckoutError(
    'invalid-config',
    `${place}${missing} is given as undefined. Is an environment variable not set? If it is meant to be, leave ${missing} out.`,
  );
}

/** The most characters that may be wrong in a name. */
const MAX_DISTANCE = 2;

/** Finds the path whose last name was probably meant: nearly the same letters, or a longer or shorter form. */
function findNearName(name: string, paths: readonly string[]): string | undefined {
  const wanted = name.toLowerCase();
  const scored = paths.map((path) => {
    const last = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
    const isForm = wanted.length > 3 && (last.startsWith(wanted) || wanted.startsWith(last));
    return { path, distance: Math.min(measureDistance(wanted, last), isForm ? MAX_DISTANCE : Infinity) };
  });
  const [nearest] = scored.sort((one, other) => one.distance - other.distance);
  return nearest && nearest.distance <= Math.min(MAX_DISTANCE, wanted.length / 2) ? nearest.path : undefined;
}

/** Measures how many characters must be added, removed or replaced to make one text of another. */
function measureDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [index, character] of [...one].entries()) {
    const next = [index + 1];
    for (const [at, wanted] of [...other].entries()) {
      next.push(Math.min((row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1, (row[at] ?? 0) + (character === wanted ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
