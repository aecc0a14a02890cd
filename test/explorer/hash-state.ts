/** A state as text: the same for the same facts, in whatever order its fields were written. Fields without a value are left out. */
export function writeState(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(writeState).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? '';
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  return `{${fields
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, field]) => `${key}:${writeState(field)}`)
    .join()}}`;
}

/** A number of 53 bits that stands for a state (cyrb53, by bryc, in the public domain). */
export function hashState(state: unknown): number {
  const text = writeState(state);
  let low = 0xdeadbeef;
  let high = 0x41c6ce57;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    low = Math.imul(low ^ code, 2654435761);
    high = Math.imul(high ^ code, 1597334677);
  }
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  return 4294967296 * (2097151 & high) + (low >>> 0);
}
