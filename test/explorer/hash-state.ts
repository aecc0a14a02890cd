/** A state as text: the same for the same facts, in whatever order its fields were written. Fields without a value are left out. */
export function writeState(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value !== 'object' || value === null) return String(value);
  let text = '';
  if (Array.isArray(value)) {
    for (const item of value) text += `${writeState(item)},`;
    return `[${text}]`;
  }
  const fields: Readonly<Record<string, unknown>> = { ...value };
  for (const key of Object.keys(fields).sort()) if (fields[key] !== undefined) text += `${key}:${writeState(fields[key])},`;
  return `{${text}}`;
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
