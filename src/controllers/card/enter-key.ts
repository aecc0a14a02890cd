/**
 * The `keyCode` of keys that an input method handles. Safari reports it for the Enter that ends a composition, with `isComposing` already
 * false.
 */
const TAKEN_KEY = 229;

/** Returns true for a key that an input method handles. */
export function isComposed({ isComposing, keyCode }: KeyboardEvent): boolean {
  return isComposing || keyCode === TAKEN_KEY;
}

/** Returns true for an Enter that is meant for the form, not for one that ends an IME composition. */
export function isEnter(event: KeyboardEvent): boolean {
  return event.key === 'Enter' && !isComposed(event);
}
