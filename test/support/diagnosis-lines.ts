import type { Diagnosis } from '../../src/client/index.js';

/** The findings in one line each, so that a test says what a developer would read. */
export function linesOf({ findings }: Diagnosis): string[] {
  return findings.map(({ check, ok, isWarning, message }) => `${isWarning ? 'warning' : ok ? 'ok' : 'bad'} ${check}: ${message}`);
}
