/** The key code of keys that an input method handles. Safari reports the Enter that ends a composition with it, and no longer as composing. */
const TAKEN_KEY = 229;

/** True for an Enter that is meant for the form, not one that ends an IME composition. */
export function isEnter({ key, isComposing, keyCode }: KeyboardEvent): boolean {
  return key === 'Enter' && !isComposing && keyCode !== TAKEN_KEY;
}
