/** What of Node's `process` is needed here; other runtimes may have none of it. */
interface WarningProcess {
  emitWarning?: (message: string, options: { type: string }) => void;
}

/** Says something to whoever runs this process, where nobody listens to events: as Node's own warnings do, else in the console. */
export function warnProcess(message: string): void {
  const { process }: { process?: WarningProcess } = globalThis;
  if (process?.emitWarning) process.emitWarning(message, { type: 'BalcaoWarning' });
  else console.warn(`Balcão: ${message}`);
}
