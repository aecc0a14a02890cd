import { findElement } from './find-element.js';

/** Has a screen reader say a short text without moving the focus. */
export function announce(text: string): void {
  findElement('#announcer', HTMLElement).textContent = text;
}
