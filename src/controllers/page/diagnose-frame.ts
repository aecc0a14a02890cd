import type { FrameMessage, FrameMessageOf } from '../../channel/frame-message.js';
import type { PageMessage } from '../../channel/page-message.js';
import { bad, good, warning, type DiagnosisFinding } from '../../client/diagnosis/finding.js';
import { isOwnOrigin, normalizeBaseUrl } from '../../client/http/page-origin.js';
import { systemClock } from '../../client/system-clock.js';
import type { Clock } from '../../domain/clock.js';
import { isCheckoutError } from '../../domain/errors.js';
import { withTimeLimit } from '../../domain/time-limit.js';
import { explainSilence } from './frame-problems.js';

/** The time limit for the inspection of a frame, ms. */
const INSPECTION_LIMIT_MS = 5000;

/** The part of the page's link to a frame of card fields that the diagnosis uses. */
export interface AskableFrame {
  /** Sends the message of a call. Returns false if no document of the frame is connected. */
  post(message: PageMessage): boolean;
  /**
   * Calls `handle` with each message of this call. `handle` returns true if it accepts the message. Returns a function that unsubscribes.
   */
  follow(id: string, handle: (message: FrameMessage) => boolean): () => void;
}

/** A frame that has sent `hello`. */
export interface AskableMeeting {
  readonly link: AskableFrame;
  readonly hello: FrameMessageOf<'hello'>;
}

/** The settings with which a frame is compared. */
export interface FrameExpectations {
  frameUrl: string;
  /** The page's own address of the service; empty if the page has none. */
  baseUrl: string;
}

/** The findings about a frame. */
export interface FrameDiagnosis {
  findings: DiagnosisFinding[];
  /** The base URL of the frame's service; `undefined` if the frame did not load. */
  service?: string;
}

/**
 * Checks whether a frame loads, which service it is for, and what its inspection reports about its headers and permissions. Never rejects.
 *
 * @param meet Settles when the frame has sent `hello`. Rejects with `network` if the frame does not load, and with `invalid-config` if the
 * page cannot use the frame.
 */
export async function diagnoseFrame(
  meet: () => Promise<AskableMeeting>,
  expected: FrameExpectations,
  clock: Clock = systemClock,
): Promise<FrameDiagnosis> {
  try {
    const { link, hello } = await meet();
    const { protocol, build, service } = hello;
    const there = good('frame', `The frame is there: build ${build}, protocol ${protocol}, for the service at ${service}.`);
    const inspection = await inspect(link, clock);
    return { service, findings: [there, ...checkService(service, expected), ...checkInspection(inspection)] };
  } catch (error) {
    const isKnown = isCheckoutError(error) && error.code !== 'network';
    return { findings: [bad('frame', isKnown ? error.message : explainSilence(expected.frameUrl))] };
  }
}

/** Asks a frame for its inspection; `undefined` if it does not respond in time. */
async function inspect(frame: AskableFrame, clock: Clock): Promise<FrameMessageOf<'inspection'> | undefined> {
  const id = crypto.randomUUID();
  let stop: (() => void) | undefined;
  const answer = new Promise<FrameMessageOf<'inspection'>>((resolve) => {
    stop = frame.follow(id, (message) => {
      if (message.type !== 'inspection') return false;
      resolve(message);
      return true;
    });
  });
  frame.post({ type: 'inspect', id });
  return withTimeLimit(answer, clock, INSPECTION_LIMIT_MS)
    .catch(() => undefined)
    .finally(stop);
}

/**
 * Compares the service of the frame with the service of the page. A relay of the shop (a `baseUrl` of the page's own origin) is not
 * compared: the page cannot know to which service it forwards.
 */
function checkService(service: string, { baseUrl }: FrameExpectations): DiagnosisFinding[] {
  const own = normalizeBaseUrl(baseUrl);
  if (!baseUrl || own === undefined || own === normalizeBaseUrl(service) || isOwnOrigin(new URL(own))) return [];
  const effect = 'cards would be charged at one service, and Pix made at another';
  return [warning('frame', `base-url is ${own}, and the frame is for ${service}: ${effect}. Name the same one.`)];
}

/** Converts the inspection of a frame to findings. */
function checkInspection(inspection: FrameMessageOf<'inspection'> | undefined): DiagnosisFinding[] {
  if (!inspection) return [warning('frame', 'The frame did not tell what headers it has.')];
  const { missing, canAutofill, droppedCount } = inspection;
  const findings: DiagnosisFinding[] = [];
  if (missing.length > 0) {
    const fix = 'Its provider should send the headers that balcao frame prints';
    findings.push(warning('frame', `The frame's headers are missing or let too much through: ${missing.join(', ')}. ${fix}.`));
  }
  if (!canAutofill) {
    const fix = 'Give an <iframe> of your own allow="autofill", and let no Permissions-Policy forbid it';
    findings.push(warning('frame', `The browser may not fill the card in. ${fix}.`));
  }
  if (droppedCount > 0)
    findings.push(warning('frame', `The frame dropped ${droppedCount} messages that it did not expect from this page.`));
  return findings.length > 0 ? findings : [good('frame', 'Its headers are there, and the browser may fill the card in.')];
}
