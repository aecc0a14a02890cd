import type { Report } from './report.js';

const STATES = { ok: 'ok     ', bad: 'bad    ', unknown: 'unknown' } as const;

/** The report for people: a line for each finding, the profile to paste, what is left to do. */
export function printReport(report: Report): string {
  const { findings, profile, todos } = report;
  const isProfileKnown = findings.some(({ state, check }) => state === 'ok' && check !== 'service');
  const lines = findings.map(({ state, check, message }) => `${STATES[state]}  ${check.padEnd(10)}  ${message}`);
  const paste = profile.isDefault
    ? 'The default profile fits what was found: no profile needed.'
    : `The profile to paste:\n\n${profile.text}`;
  const rest = todos.length === 0 ? [] : [`Missing, or yours to confirm:\n\n${todos.map((todo) => `- ${todo}`).join('\n')}`];
  return [lines.join('\n'), ...(isProfileKnown ? [paste] : []), ...rest].join('\n\n');
}

/** The report as JSON. `profile` has the parts that are data; `profileCode` is the whole as JavaScript, where a function is needed. */
export function printJson(report: Report): string {
  const { isOk, findings, profile, todos } = report;
  const code = profile.needsCode ? { profileCode: profile.text } : {};
  return JSON.stringify({ ok: isOk, findings, profile: profile.data, ...code, todo: todos }, null, 2);
}
