/** A state as text: the same for the same facts, in whatever order its fields were written. Fields without a value are left out. */
export function writeState(value: unknown): string {
  if (typeof value !== 'object' || value === null) return typeof value === 'number' ? `${value}` : (JSON.stringify(value) ?? '');
  return Array.isArray(value) ? writeList(value) : writeFields(value as Record<string, unknown>);
}

// A search spends much of its time here. A loop that makes no lists takes half of the time.
function writeList(list: readonly unknown[]): string {
  let text = '';
  for (let index = 0; index < list.length; index += 1) text += index === 0 ? writeState(list[index]) : `,${writeState(list[index])}`;
  return `[${text}]`;
}

function writeFields(fields: Record<string, unknown>): string {
  let text = '';
  for (const key of Object.keys(fields).sort()) {
    const field = fields[key];
    if (field !== undefined) text += text === '' ? `${key}:${writeState(field)}` : `,${key}:${writeState(field)}`;
  }
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
