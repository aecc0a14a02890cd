/**
 * Tells kinds of events apart by a property that only they have. Their classes do not serve: an element that was moved to another window
 * gets events of that window's classes.
 */
export function isKeyboardEvent(event: Event): event is KeyboardEvent {
  return 'key' in event;
}

/** Returns true for `beforeinput` and `input` events that a browser dispatches. */
export function isInputEvent(event: Event): event is InputEvent {
  return 'inputType' in event;
}

/** Returns true for the events of the clipboard, such as `paste`. */
export function isClipboardEvent(event: Event): event is ClipboardEvent {
  return 'clipboardData' in event;
}

/** Returns true for the events of the focus. Those of the mouse have the property too. */
export function isFocusEvent(event: Event): event is FocusEvent {
  return 'relatedTarget' in event;
}
