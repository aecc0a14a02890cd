import { formatServerCode } from './server-code.js';
import type { Report } from './report.js';

const SERVER_HEAD = 'The same for your server, where it asks for the status of a Pix charge (SERVICE is the base URL):';

const STATES = { ok: 'ok     ', bad: 'bad    ', unknown: 'unknown' } as const;

/** The report for people: a line for each finding, the profile to paste, what the shop's server needs, what is left to do. */
export function printReport(report: Report): string {
  const { findings, profile, todos } = report;
  const isProfileKnown = findings.some(({ state, check }) => state === 'ok' && check !== 'service');
  const lines = findings.map(({ state, check, message }) => `${STATES[state]}  ${check.padEnd(10)}  ${message}`);
  const paste = profile.isDefault
    ? 'The default profile fits what was found: no profile needed.'
    : `The profile to paste:\n\n${profile.text}`;
  const serverCode = formatServerCode(profile);
  const server = serverCode === undefined ? [] : [`${SERVER_HEAD}\n\n${serverCode}`];
  const rest = todos.length === 0 ? [] : [`Missing, or yours to confirm:\n\n${todos.map((todo) => `- ${todo}`).join('\n')}`];
  return [lines.join('\n'), ...(isProfileKnown ? [paste] : []), ...server, ...rest].join('\n\n');
}

/** The report as JSON. `profile` has the parts that are data; `profileCode` is the whole as JavaScript, where a function is needed. `serverCode` is there where the server needs something. */
export function printJson(report: Report): string {
  const { isOk, findings, profile, todos } = report;
  const code = profile.needsCode ? { profileCode: profile.text } : {};
  // JSON leaves out what is undefined.
  const serverCode = formatServerCode(profile);
  return JSON.stringify({ ok: isOk, findings, profile: profile.data, ...code, serverCode, todo: todos }, null, 2);
}
