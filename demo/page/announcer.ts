import { findElement } from './find-element.js';

/** Announces a short text to screen readers, without moving the focus. */
export function announce(text: string): void {
  findElement('#announcer', HTMLElement).textContent = text;
}
