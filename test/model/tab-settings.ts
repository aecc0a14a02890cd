import type { PaymentOutcome } from '../../src/domain/order/outcome.js';

/** Balcão's element as a shop's page sees it. */
export type PayingElement = HTMLElement & { pay(): Promise<PaymentOutcome>; updateComplete: Promise<boolean> };

/** The globals of a frame. */
export type FrameWindow = Window & typeof globalThis;

/** What a frame gives the page around it once its element is there. */
export interface OpenedTab {
  window: FrameWindow;
  element: PayingElement;
  /** The package's `forgetOrder`, as this frame's modules know it. */
  forgetOrder(orderId: string): Promise<void>;
}

/** What a frame is told by the page around it. Its functions live in that page, and so outlast a reload of the frame. */
export interface TabSettings {
  tag: 'balcao-card-form' | 'balcao-checkout' | 'balcao-saved-cards' | 'balcao-pix';
  attributes: Readonly<Record<string, string>>;
  properties: Readonly<Record<string, unknown>>;
  /** Called before anything of Balcão runs. */
  prepare?: (frame: FrameWindow) => void;
  isOnline(): boolean;
  /** A token was answered for an attempt of an order. */
  gotToken(token: string, attemptId: string, orderId: string): void;
  /** Something was written to the console. */
  logged(text: string): void;
  opened(tab: OpenedTab): void;
}

declare global {
  interface Window {
    /** The settings of each frame, by its `name`. */
    balcaoTabs?: Map<string, TabSettings>;
  }
}
