import { readFileSync } from 'node:fs';

/** The tests that cannot hold with the card's fields in a frame, each by its suites and its title, with the reason. */
export function listNotFramed() {
  return Object.entries(JSON.parse(readFileSync(new URL('not-framed.json', import.meta.url), 'utf8')));
}
