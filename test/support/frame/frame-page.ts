/**
 * The page of a frame as a provider's would be, but for two things: its config comes in its address, and it does what the test's page asks by
 * messages.
 */
import { startFrame } from '../../../src/frame/start-frame.js';
import type { FrameConfig } from '../../../src/frame/config.js';
import { CardActs } from '../card-acts.js';
import { holdTimeLimits } from '../time-limits.js';
import { isRequest, type ActAnswer } from './act-request.js';

declare global {
  interface Window {
    /** What the address of this page says that it is compiled with. */
    frameConfig: FrameConfig;
  }
}

const acts = new CardActs(document.documentElement);

addEventListener('message', ({ data, ports: [port] }: MessageEvent<unknown>) => {
  if (isRequest(data)) void act(data.name, data.args).then((answer) => port?.postMessage(answer));
});

/** Acts, and lets what comes of it be drawn and said. */
async function act(name: string, args: readonly unknown[]): Promise<ActAnswer> {
  try {
    const result: unknown = name === '' ? undefined : Reflect.apply(Reflect.get(acts, name), acts, args);
    await document.querySelector<Element & { updateComplete: Promise<boolean> }>('balcao-card-fields')?.updateComplete;
    await nextTask();
    return { result };
  } catch (error) {
    return { error: String(error) };
  }
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve();
    port2.postMessage(null);
  });
}

holdTimeLimits();
startFrame(window.frameConfig);
