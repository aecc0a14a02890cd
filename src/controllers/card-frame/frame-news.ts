import type { FrameMessage } from '../../channel/frame-message.js';
import type { PageMessage } from '../../channel/page-message.js';

/** What the listeners of a link hear: what the frame says, and that a document of it is gone, with all that ran in it. */
export type FrameNews = FrameMessage | { readonly type: 'dead' };

/** What the page says of the form; calls go through `FrameCalls`. */
export type FormMessage = Extract<PageMessage, { type: 'look' | 'form' | 'mark' | 'focus' | 'clear' }>;
