import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { systemClock } from '../../client/system-clock.js';

/**
 * The marks at which the remaining time is announced to screen readers, since every second would be too often: the seconds left, and the
 * text.
 */
const MARKS = [
  [30, '30 s'],
  [60, '1 min'],
  [120, '2 min'],
  [180, '3 min'],
] as const;

/** Renders its host every second until an instant. Reads the clock at each rendering, so a slow or suspended timer causes no error. */
export class CountdownController implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #getLeftMs: () => number | undefined;
  #cancel: (() => void) | undefined;

  /** `getLeftMs` returns the remaining time, or `undefined` while there is no countdown. */
  constructor(host: ReactiveControllerHost & HTMLElement, getLeftMs: () => number | undefined) {
    this.#host = host;
    this.#getLeftMs = getLeftMs;
    host.addController(this);
  }

  /** The remaining whole seconds, rounded up; 0 when the countdown has ended. */
  get seconds(): number {
    return Math.max(0, Math.ceil((this.#getLeftMs() ?? 0) / 1000));
  }

  /** The remaining time as `29:59`, or as `1:00:00` from one hour upwards. */
  get text(): string {
    const { seconds } = this;
    const hours = Math.floor(seconds / 3600);
    const parts = [...(hours ? [hours] : []), Math.floor(seconds / 60) % 60, seconds % 60];
    return parts.map((part, index) => (index ? String(part).padStart(2, '0') : part)).join(':');
  }

  /** The text of the last mark that was passed; empty before the first mark. */
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
