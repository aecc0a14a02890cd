import type { CardActs, Place } from './card-acts.js';
import { clickMiddle } from './real-clicks.js';
import type { ActAnswer, ActRequest } from './frame/act-request.js';
import { PATIENCE_MS, waitUntil } from './wait-until.js';

/** What is done with the inputs of a card, wherever they are. */
export type CardDriver = {
  [Name in keyof CardActs]: CardActs[Name] extends (...args: infer Args) => infer Result ? (...args: Args) => Promise<Result> : never;
};

/** How long an answer is waited for before a frame is asked once more whether it is there, ms. */
const ASK_AGAIN_MS = 100;

/** How often a field is clicked that does not get the focus. */
const MOST_CLICKS = 3;

/** Acts that put the focus on a field. */
const FOCUSING: ReadonlySet<string> = new Set<keyof CardActs>(['focus', 'insert', 'paste', 'retype']);

const realSetTimeout = globalThis.setTimeout.bind(globalThis);

/** Acts in this document. */
export function actHere(acts: CardActs): CardDriver {
  return createDriver(async (name, args) => Reflect.apply(Reflect.get(acts, name), acts, args));
}

/** Acts in the document of the frame that is there at that time. */
export function actInFrame(findFrame: () => HTMLIFrameElement | undefined): CardDriver {
  return createDriver(async (name, args) => {
    const frame = await waitUntil(async () => {
      const found = findFrame();
      return found && (await ask(found, '', [])) && (!FOCUSING.has(name) || isShown(found)) && found;
    }, 'a frame that acts');
    const field = FOCUSING.has(name) && findField(args[0]);
    if (field) await enter(frame, field);
    const result = await act(frame, name, args);
    return name === 'place' ? addOffset(result as Place, frame) : result;
  });
}

/** Whether a frame is there to be typed into: the form hides it until its page says hello. */
function isShown(frame: HTMLIFrameElement): boolean {
  return getComputedStyle(frame).visibility !== 'hidden';
}

/** The field that an act is done in first. */
function findField(argument: unknown): string | undefined {
  return typeof argument === 'string' ? argument : Object.keys(argument ?? {})[0];
}

/** Puts the focus on a field in a frame. Where a browser lets nobody take it from outside, a shopper clicks: again where the page has moved. */
async function enter(frame: HTMLIFrameElement, field: string): Promise<void> {
  if (!frame.matches(':focus')) frame.focus();
  await act(frame, 'focus', [field]);
  for (let clicks = 0; clicks < MOST_CLICKS && !(await act(frame, 'hasFocus', [field])); clicks += 1) {
    frame.scrollIntoView({ block: 'center' });
    const place = (await act(frame, 'place', [field])) as Place;
    await clickMiddle(addOffset(place, frame));
    // What has no size cannot get the focus by another click.
    if (place.width === 0) return;
  }
}

/** From the viewport of a frame to that of the test's page, through the pages between. */
function addOffset({ left, top, width, height }: Place, frame: HTMLIFrameElement): Place {
  const at = frame.getBoundingClientRect();
  const place = { left: left + at.left + frame.clientLeft, top: top + at.top + frame.clientTop, width, height };
  const around = frame.ownerDocument.defaultView?.frameElement;
  return frame.ownerDocument !== document && around ? addOffset(place, around as HTMLIFrameElement) : place;
}

async function act(frame: HTMLIFrameElement, name: string, args: unknown[]): Promise<unknown> {
  const answer = (await ask(frame, name, args, PATIENCE_MS)) ?? { error: `The frame never answered ${name}` };
  if ('error' in answer) throw new Error(answer.error);
  return answer.result;
}

function createDriver(act: (name: string, args: unknown[]) => Promise<unknown>): CardDriver {
  const driver: Record<string, unknown> = {};
  return new Proxy(driver, {
    get:
      (_, name: string) =>
      (...args: unknown[]) =>
        act(name, args),
  }) as unknown as CardDriver;
}

/** Asks the document of a frame, which may not be there yet, or no longer. */
async function ask(frame: HTMLIFrameElement, name: string, args: unknown[], patienceMs = ASK_AGAIN_MS): Promise<ActAnswer | undefined> {
  const { port1, port2 } = new MessageChannel();
  const request: ActRequest = { balcaoTest: 'act', name, args };
  try {
    return await new Promise<ActAnswer | undefined>((resolve) => {
      port1.onmessage = ({ data }: MessageEvent<ActAnswer>) => resolve(data);
      frame.contentWindow?.postMessage(request, '*', [port2]);
      realSetTimeout(() => resolve(undefined), patienceMs);
    });
  } finally {
    port1.close();
  }
}
