import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { systemClock } from '../../client/system-clock.js';

/** The marks at which the time is announced to screen readers, which would be too often every second: seconds left, and the text. */
const MARKS = [
  [30, '30 s'],
  [60, '1 min'],
  [180, '3 min'],
] as const;

/** Renders its host every second until an instant. Reads the clock each time, so that a slow or suspended timer makes no error. */
export class CountdownController implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #getLeftMs: () => number | undefined;
  #cancel: (() => void) | undefined;

  /** `getLeftMs` returns the time left, or `undefined` while nothing is counted down. */
  constructor(host: ReactiveControllerHost & HTMLElement, getLeftMs: () => number | undefined) {
    this.#host = host;
    this.#getLeftMs = getLeftMs;
    host.addController(this);
  }

  /** Whole seconds left, the one that has begun included; 0 when it is over. */
  get seconds(): number {
    return Math.max(0, Math.ceil((this.#getLeftMs() ?? 0) / 1000));
  }

  /** `29:59`, or `1:00:00` from an hour on. */
  get text(): string {
    const { seconds } = this;
    const hours = Math.floor(seconds / 3600);
    const parts = [...(hours ? [hours] : []), Math.floor(seconds / 60) % 60, seconds % 60];
    return parts.map((part, index) => (index ? String(part).padStart(2, '0') : part)).join(':');
  }

  /** The time left at the last mark that was passed; empty before the first. */
  get spoken(): string {
    const { seconds } = this;
    return MARKS.find(([limit]) => seconds <= limit)?.[1] ?? '';
  }

  hostUpdated(): void {
    this.hostDisconnected();
    const leftMs = this.#getLeftMs();
    if (leftMs === undefined || leftMs <= 0 || !this.#host.isConnected) return;
    this.#cancel = systemClock.schedule(() => this.#host.requestUpdate(), leftMs % 1000 || 1000);
  }

  hostDisconnected(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }
}
