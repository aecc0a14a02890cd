/** The key code of keys that an input method takes: Safari says so of the Enter that ends a composition, and no longer that it composes. */
const TAKEN_KEY = 229;

/** Whether a key is an Enter of the form's, and none that ends a word of an input method. */
export function isEnter({ key, isComposing, keyCode }: KeyboardEvent): boolean {
  return key === 'Enter' && !isComposing && keyCode !== TAKEN_KEY;
}
