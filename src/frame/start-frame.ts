import type { FrameMessageOf } from '../channel/frame-message.js';
import { systemClock } from '../client/system-clock.js';
import { afterPaint } from '../controllers/page/after-paint.js';
import { createPartLoader } from '../controllers/page/part-loader.js';
import { detectLanguage } from '../i18n/language.js';
import type { FrameConfig } from './config.js';
import { CardFields } from './fields/card-fields.js';
import { waitForHandover } from './handover-listener.js';
import { showOutsideNotice } from './outside-notice.js';
import type * as lateSession from './session/late-session.js';

export type { FrameConfig, TokenClaim } from './config.js';

/** How long to wait before a part that could not be loaded is asked for again, ms. */
const RETRY_PAUSES_MS = [1000, 4000];

/** The name of the element, in the document of a frame alone. */
const TAG = 'balcao-card-fields';

/**
 * Starts the page of a frame: draws the card fields, in the language that the address names behind `#`, and waits for the page around to hand
 * over the port through which all else goes. Where there is no page around, says what the address is for.
 */
export function startFrame(config: FrameConfig): void {
  const language = detectLanguage(location.hash.slice(1));
  document.documentElement.lang = language;
  if (parent === window) return showOutsideNotice(language);
  const handover = waitForHandover(config.origins);
  customElements.define(TAG, CardFields);
  const fields = new CardFields();
  document.body.append(fields);
  void openSession(fields, config, handover);
}

/** Loads what is not needed for the first field, once that is drawn, and gives the fields what they were drawn without. */
function createLateLoader(fields: CardFields): () => Promise<typeof lateSession> {
  return createPartLoader(async () => {
    const late = await import('./session/late-session.js');
    late.completeFields(fields);
    return late;
  });
}

/** Tries again where a connection fails for a moment. */
async function loadPatiently<T>(load: () => Promise<T>): Promise<T> {
  for (const pauseMs of RETRY_PAUSES_MS) {
    try {
      return await load();
    } catch {
      await new Promise<void>((resolve) => systemClock.schedule(resolve, pauseMs));
    }
  }
  return load();
}

async function openSession(fields: CardFields, config: FrameConfig, handover: Promise<MessagePort>): Promise<void> {
  await afterPaint();
  const loading = loadPatiently(createLateLoader(fields)).catch(() => undefined);
  const port = await handover;
  const late = await loading;
  if (!late) return tellFault(port, 'part-missing');
  try {
    new late.Session({ fields, config, port }).start();
  } catch (error) {
    // What a config is wrong in is for the provider to read, and for no page.
    console.error('Balcão:', error);
    tellFault(port, 'internal');
  }
}

function tellFault(port: MessagePort, code: FrameMessageOf<'fault'>['code']): void {
  const fault: FrameMessageOf<'fault'> = { type: 'fault', code };
  port.postMessage(fault);
}
