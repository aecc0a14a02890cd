import type { FrameMessageOf } from '../channel/frame-message.js';
import { isHandover } from '../channel/handover.js';
import { systemClock } from '../client/system-clock.js';
import { afterPaint } from '../controllers/page/after-paint.js';
import { loadPart } from '../controllers/page/part-loader.js';
import { detectLanguage, type Language } from '../i18n/language.js';
import { CardFields } from './card-fields.js';
import type { FrameConfig } from './config.js';
import type * as lateSession from './session.js';

export type { FrameConfig, TokenClaim } from './config.js';

/** The pauses before the loading of the session's code is retried, ms. */
const RETRY_PAUSES_MS = [1000, 4000];

/** The tag of the card fields. It is only defined in the document of a frame. */
const TAG = 'balcao-card-fields';

/** The correction of a config that does not name the origin of a page. */
const UNKNOWN_ORIGIN = 'Add it to the origins of the configuration, and write the frame anew.';

/** The text for somebody who opens the address of a frame directly. */
const NOTICE: Readonly<Record<Language, string>> = {
  'pt-BR': 'Esta página mostra os campos do cartão dentro do site de uma loja. Para pagar, volte à loja.',
  en: 'This page shows the card fields inside the site of a shop. To pay, go back to the shop.',
  es: 'Esta página muestra los campos de la tarjeta dentro del sitio de una tienda. Para pagar, vuelve a la tienda.',
};

/**
 * Starts the page of a frame. Renders the card fields, in the language that the address names after `#`. Then waits for the parent page to
 * hand over the port for all other messages. If there is no parent page, shows a notice that says what the address is for.
 *
 * @example
 * startFrame({ service: 'https://payments.example/v1/', origins: ['https://loja.example'] });
 */
export function startFrame(config: FrameConfig): void {
  const language = detectLanguage(location.hash.slice(1));
  document.documentElement.lang = language;
  if (parent === window) return showOutsideNotice(language);
  const handover = waitForHandover(config.origins);
  customElements.define(TAG, CardFields);
  const fields = new CardFields(config.profile?.holderName);
  document.body.append(fields);
  void openSession(fields, config, handover);
}

/** Shows a notice that says what the address is for. */
function showOutsideNotice(language: Language): void {
  const notice = document.createElement('p');
  notice.textContent = NOTICE[language];
  document.body.append(notice);
}

/**
 * Waits for the handover of a port: one message from the parent page, from one of `origins`, with exactly one port. All other messages are
 * ignored. After the handover, the listener is removed.
 */
export function waitForHandover(origins: readonly string[]): Promise<MessagePort> {
  return new Promise((resolve) => {
    const handleMessage = ({ source, origin, data, ports }: MessageEvent<unknown>): void => {
      const [port] = ports;
      if (source !== parent || !port || ports.length > 1 || !isHandover(data)) return;
      if (!origins.includes(origin)) return console.error(`Balcão: this frame is not for pages of ${origin}. ${UNKNOWN_ORIGIN}`);
      removeEventListener('message', handleMessage);
      resolve(port);
    };
    addEventListener('message', handleMessage);
  });
}

/**
 * Loads the session's code, which the first render does not need, and completes the fields. Retries twice, because a connection may fail
 * for a moment.
 */
async function loadSession(fields: CardFields): Promise<typeof lateSession> {
  for (const pauseMs of RETRY_PAUSES_MS) {
    try {
      return await loadOnce(fields);
    } catch {
      await new Promise<void>((resolve) => systemClock.schedule(resolve, pauseMs));
    }
  }
  return loadOnce(fields);
}

function loadOnce(fields: CardFields): Promise<typeof lateSession> {
  return loadPart(async () => {
    const late = await import('./session.js');
    late.completeFields(fields);
    return late;
  });
}

async function openSession(fields: CardFields, config: FrameConfig, handover: Promise<MessagePort>): Promise<void> {
  await afterPaint();
  const loading = loadSession(fields).catch(() => undefined);
  const port = await handover;
  const late = await loading;
  if (!late) return sendFault(port, 'part-missing');
  try {
    new late.Session({ fields, config, port }).start();
  } catch (error) {
    // The error of a config is for the provider, not for the page.
    console.error('Balcão:', error);
    sendFault(port, 'internal');
  }
}

function sendFault(port: MessagePort, code: FrameMessageOf<'fault'>['code']): void {
  const fault: FrameMessageOf<'fault'> = { type: 'fault', code };
  port.postMessage(fault);
}
