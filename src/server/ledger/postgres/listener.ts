import type { PostgresNotice, PostgresPool } from './pool.js';
import { borrow } from './connections.js';

/** How long after its loss the connection is made again at first, and at most, ms. */
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 30_000;

/** How often the connection is asked whether it still is one, ms: a network may drop a quiet one without a word. */
const PING_MS = 30_000;

/** How a listener works. */
export interface ListenerOptions {
  channel: string;
  /** Called with each payload, and with `undefined` each time that it begins to listen. */
  onNotice: (payload: string | undefined) => void;
  /** How long the connection and its answers are waited for, ms. */
  limitMs: number;
}

/** Listens on a connection of its own, and does so again whenever it is lost. Returns a function that ends it. */
export function listenAgainAndAgain(pool: PostgresPool, options: ListenerOptions): () => Promise<void> {
  const stop = new AbortController();
  const running = run(pool, options, stop.signal);
  return async () => {
    stop.abort();
    await running;
  };
}

async function run(pool: PostgresPool, options: ListenerOptions, signal: AbortSignal): Promise<void> {
  let pauseMs = FIRST_PAUSE_MS;
  while (!signal.aborted) {
    // One connection after the other.
    const hasListened = await listenOnce(pool, options, signal);
    pauseMs = hasListened ? FIRST_PAUSE_MS : Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    if (!signal.aborted) await pause(pauseMs, signal);
  }
}

/** Listens until the connection is lost or the signal comes. Resolves with whether it came as far as listening. */
async function listenOnce(pool: PostgresPool, { channel, onNotice, limitMs }: ListenerOptions, signal: AbortSignal): Promise<boolean> {
  const loan = await borrow(pool, limitMs).catch(() => undefined);
  if (!loan) return false;
  const over = new AbortController();
  const end = (): void => over.abort();
  const hear = (notice: PostgresNotice): void => {
    if (notice.channel === channel) onNotice(notice.payload ?? '');
  };
  const { client } = loan;
  client.on('error', end);
  client.on('end', end);
  client.on('notification', hear);
  signal.addEventListener('abort', end, { once: true });
  const ping = setInterval(() => void loan.ask('SELECT 1').catch(end), PING_MS);
  let hasListened = false;
  try {
    await loan.ask(`LISTEN ${channel}`);
    hasListened = true;
    if (!signal.aborted) {
      onNotice(undefined);
      await whenAborted(over.signal);
    }
  } catch {
    // The next connection tries again.
  } finally {
    clearInterval(ping);
    signal.removeEventListener('abort', end);
    client.removeListener('error', end);
    client.removeListener('end', end);
    client.removeListener('notification', hear);
    // It listens: nobody else may have it.
    client.release(true);
  }
  return hasListened;
}

function whenAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

function pause(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, delayMs);
    signal.addEventListener('abort', finish, { once: true });
  });
}
