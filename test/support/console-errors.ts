/**
 * Keeps what is said by `console.error` for the test, and out of the runner's log: in each test of the suite that calls this.
 *
 * @returns The lines of the test that runs.
 */
export function collectErrors(): readonly string[] {
  const lines: string[] = [];
  const { error } = console;

  beforeEach(() => {
    lines.length = 0;
    console.error = (...words: unknown[]) => void lines.push(words.join(' '));
  });

  afterEach(() => {
    console.error = error;
  });

  return lines;
}
