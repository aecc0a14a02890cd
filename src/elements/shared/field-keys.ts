import { isComposed } from '../../controllers/card/enter-key.js';
import { isKeyboardEvent } from '../../controllers/page/event-kinds.js';

/** The controls that take what is typed. A list takes it too: it selects the option that begins with it. */
const TEXT_FIELDS = 'input:not([type="radio"], [type="checkbox"]), textarea, select';

/**
 * Keeps the keys that are typed into the fields of a shadow root from listeners of the page. The page sees the element as their target, not
 * the field: a shortcut on a single key would run, and move the focus, in the middle of a card number. Every other key leaves the element:
 * shortcuts with a modifier, and keys such as Enter and Escape. A listener of the page that captures events receives all keys.
 */
export function keepFieldKeys(root: ShadowRoot): void {
  const keep = (event: Event): void => {
    const { target } = event;
    // The fields of the shop in a slot are not in the shadow root.
    const isField = target instanceof Element && root.contains(target) && target.matches(TEXT_FIELDS);
    if (isField && isKeyboardEvent(event) && isTyping(event)) event.stopPropagation();
  };
  for (const type of ['keydown', 'keypress', 'keyup']) root.addEventListener(type, keep);
}

/** Returns true for a key that types a character, or that belongs to the composition of one (dead keys, IME). */
function isTyping(event: KeyboardEvent): boolean {
  const { key, ctrlKey, altKey, metaKey } = event;
  if (isComposed(event) || /^(?:Dead|Process)$/.test(key)) return true;
  // AltGr is a modifier of its own, or Ctrl with Alt.
  const isAltGr = event.getModifierState('AltGraph') || (ctrlKey && altKey && !/[a-z\d]/i.test(key));
  return [...key].length === 1 && (isAltGr || !(ctrlKey || altKey || metaKey));
}
