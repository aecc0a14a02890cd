/**
 * The `keyCode` of keys that an input method handles. Safari reports it for the Enter that ends a composition, with `isComposing` already
 * false.
 */
const TAKEN_KEY = 229;

/** Returns true for an Enter that is meant for the form, not for one that ends an IME composition. */
export function isEnter({ key, isComposing, keyCode }: KeyboardEvent): boolean {
  return key === 'Enter' && !isComposing && keyCode !== TAKEN_KEY;
}
