import { readHandover } from '../channel/handover.js';

/**
 * Waits for the one message that hands a port over: from the page around this frame, of one of these origins, with one port. All else is
 * ignored, and once it has come nothing is listened to any more.
 */
export function waitForHandover(origins: readonly string[]): Promise<MessagePort> {
  return new Promise((resolve) => {
    const handleMessage = ({ source, origin, data, ports }: MessageEvent<unknown>): void => {
      const [port] = ports;
      if (source !== parent || !origins.includes(origin) || !port || ports.length > 1 || !readHandover(data)) return;
      removeEventListener('message', handleMessage);
      resolve(port);
    };
    addEventListener('message', handleMessage);
  });
}
