/** What a test's page asks of the page of a frame: an act by its name, or by an empty name whether it is there. */
export interface ActRequest {
  balcaoTest: 'act';
  name: string;
  args: readonly unknown[];
}

/** What came of it. */
export type ActAnswer = { result: unknown } | { error: string };

export function isRequest(data: unknown): data is ActRequest {
  return typeof data === 'object' && data !== null && 'balcaoTest' in data && data.balcaoTest === 'act';
}
