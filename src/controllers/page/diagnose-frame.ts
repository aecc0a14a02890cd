import type { FrameMessage, FrameMessageOf } from '../../channel/frame-message.js';
import type { PageMessage } from '../../channel/page-message.js';
import { bad, good, warning, type DiagnosisFinding } from '../../client/diagnosis/finding.js';
import { isOwnOrigin, normalizeBaseUrl } from '../../client/http/page-origin.js';
import { systemClock } from '../../client/system-clock.js';
import type { Clock } from '../../domain/clock.js';
import { isCheckoutError } from '../../domain/errors.js';
import { withTimeLimit } from '../../domain/time-limit.js';

/** The time limit for a frame's answer about itself, ms. */
const INSPECTION_LIMIT_MS = 5000;

/** The page's link to a frame of card fields, as far as it is needed here. */
export interface AskableFrame {
  /** Sends the message of a call. */
  post(message: PageMessage): boolean;
  /** Calls `handle` with the messages of this call; it returns true for one that it handled. Returns a function that ends that. */
  follow(id: string, take: (message: FrameMessage) => boolean): () => void;
}

/** A frame that has sent `hello`. */
export interface AskableMeeting {
  readonly link: AskableFrame;
  readonly hello: FrameMessageOf<'hello'>;
}

/** The settings that a frame is held against. */
export interface FrameExpectations {
  frameUrl: string;
  /** The page's own address of the service; empty where it has none. */
  baseUrl: string;
}

/** The findings about a frame. */
export interface FrameDiagnosis {
  findings: DiagnosisFinding[];
  /** The base URL of its service; `undefined` where the frame did not come. */
  service?: string;
}

/**
 * Looks whether a frame comes, which service it is for, and what it can tell of its own headers and rights. Never rejects.
 *
 * @param meet Settles once the frame has said `hello`. Rejects with `network` where it does not come, and with `invalid-config` where the page
 * cannot use it.
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
    return { findings: [bad('frame', isKnown ? error.message : explainAbsence(expected))] };
  }
}

/** Asks a frame for its inspection; `undefined` where it does not respond in time. */
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

/** Explains why a frame may not have loaded. A browser does not report the reason for a document of another origin. */
function explainAbsence({ frameUrl }: FrameExpectations): string {
  const causes = `Is the address right, does this page's CSP (frame-src) allow it, and does its configuration name ${location.origin} among the origins?`;
  return `The frame at ${frameUrl} said nothing within 15 seconds. ${causes}`;
}

/** Compares the service of the frame with that of the page. The shop's own relay is no other service: nobody can know where it leads. */
function checkService(service: string, { baseUrl }: FrameExpectations): DiagnosisFinding[] {
  const own = normalizeBaseUrl(baseUrl);
  if (!baseUrl || own === undefined || own === normalizeBaseUrl(service) || isOwnOrigin(new URL(own))) return [];
  const effect = 'cards would be charged at one service, and Pix made at another';
  return [warning('frame', `base-url is ${own}, and the frame is for ${service}: ${effect}. Name the same one.`)];
}

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
