import type { HttpResponse } from '../http/request-rules.js';
import { isSuccess, parseFields } from '../http/status-error.js';
import type { ServiceProfile } from '../profile/service-profile.js';
import { bad, good, warning, type DiagnosisFinding } from './finding.js';

/** The identifier of a Pix charge that does not exist, and the end of a path that no service has. A query of either changes nothing. */
export const PROBE_ID = 'balcao-diagnosis';

/** The statuses after which a Pix charge is no longer polled. A server without a payments service at this path responds with them, too. */
const REFUSALS = [403, 404, 405];

/** The response to a query of a Pix charge that does not exist, with the means for further queries. */
export interface PathProbe {
  response: HttpResponse;
  profile: ServiceProfile;
  /** The path of the base URL. */
  basePath: string;
  /** True if pages query Pix charges at the service itself, by this path. */
  isStatusAsked: boolean;
  /** Sends a `GET` to another path below the base URL. Resolves with `undefined` if the response cannot be read. */
  ask: (path: string) => Promise<HttpResponse | undefined>;
}

/**
 * Checks whether a payments service is below the base URL. A 404 alone is no proof: the service's 404 is about the charge, and any other
 * server's is about the path. So the response is compared with the responses to the path of the charge and to a path that does not exist.
 */
export async function judgePath(probe: PathProbe): Promise<DiagnosisFinding> {
  const { response, profile, basePath } = probe;
  const { status } = response;
  if (isSuccess(response) && response.body === undefined)
    return bad('service', `What is at ${basePath} responds ${status} without JSON, like a web page: is the path of base-url right?`);
  if (status === 401)
    return bad('service', 'The service responds 401: it does not accept the token, or not in this form (profile.pixAuthorization).');
  if (status >= 500) return bad('service', `The service responds ${status}.`);
  if (!REFUSALS.includes(status)) return good('service', `The service responds ${status}.`);
  const { processPayment } = profile.paths;
  const statusPath = fillStatusPath(profile);
  // This path is as deep as the others: a proxy in front of a service may route by the first segment alone.
  const nowherePath = `${statusPath}/${PROBE_ID}`;
  const said = parseWords(response, statusPath);
  const nowhere = await probe.ask(nowherePath);
  const charge = await probe.ask(processPayment);
  const isAlike = (other: HttpResponse | undefined, path: string): boolean =>
    nowhere !== undefined && other?.status === nowhere.status && parseWords(other, path).text === parseWords(nowhere, nowherePath).text;
  const isStatusKnown = !isAlike(response, statusPath);
  if (isStatusKnown && status === 404) return good('service', 'The service responds 404 to a Pix charge that does not exist.');
  if (isStatusKnown || (charge && !isAlike(charge, processPayment))) return judgeStatusPath(probe, statusPath);
  const seen = `${processPayment}, ${statusPath} and a path that nobody has get the same response, ${status}`;
  const fix = `Is the path of base-url (${basePath}) right, and are profile.paths?`;
  return said.text !== undefined && !said.namesPath
    ? warning('service', `It cannot be told whether the payments service is below ${basePath}: ${seen}. ${fix}`)
    : bad('service', `Nothing shows that a payments service is below ${basePath}: ${seen}. ${fix}`);
}

/** Returns the path of the status of a charge that does not exist. */
export function fillStatusPath({ paths }: ServiceProfile): string {
  return paths.pixStatus.replace('{qrCodeId}', PROBE_ID);
}

/** Creates the finding for a service that exists, but refuses a query of a Pix charge. */
function judgeStatusPath({ response: { status }, isStatusAsked }: PathProbe, statusPath: string): DiagnosisFinding {
  const seen = `The service is there, and responds ${status} to ${statusPath}`;
  return isStatusAsked
    ? warning('service', `${seen}: pages would not learn that a Pix was paid. Set profile.paths.pixStatus, or give status-url.`)
    : good('service', `${seen}, which pages do not ask.`);
}

/**
 * Parses the message of a JSON response. `text` is the message without the numbers of requests and without the path, of which a service may
 * know only the end. `namesPath` is true if the message has the path.
 */
export function parseWords(response: Pick<HttpResponse, 'body'>, path: string): { text: string | undefined; namesPath: boolean } {
  const { message: said } = parseFields(response);
  const message = typeof said === 'string' && said ? said : undefined;
  const segments = path.split('/');
  const ends = segments.map((_, first) => segments.slice(first).join('/'));
  const text = ends.reduce((rest, end) => rest?.replaceAll(end, ''), message);
  return { text: text?.replace(/\S*\d\S*/g, '').trim(), namesPath: text !== message };
}
