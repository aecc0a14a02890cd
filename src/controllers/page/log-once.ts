const logged = new Set<string>();

/** Writes a message for the developer to the console, at most once per page. */
export function logOnce(level: 'info' | 'warn', message: string): void {
  if (logged.has(message)) return;
  logged.add(message);
  console[level](`Balcão: ${message}`);
}
