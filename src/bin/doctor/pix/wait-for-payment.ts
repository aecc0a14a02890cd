import { askStatus, judgePaidWord, setPaidWord, type PendingWord } from './ask-status.js';
import { readWord } from './status-word.js';
import { judgeReply } from '../judge-reply.js';
import type { Examination } from '../examination.js';
import type { MadePix } from './make-pix.js';

/** How often is asked whether the charge was paid, ms. */
const POLL_MS = 2000;

/** Waits until the word of a charge says that it was paid, or its code has ended. */
export async function waitForPayment(examination: Examination, made: MadePix, pending: PendingWord): Promise<void> {
  const { report, signal } = examination;
  while (Date.now() < made.expiresAt && !signal.aborted) {
    const reply = await askStatus(examination, made.chargeId);
    if (judgeReply(reply) === 'unauthorized') {
      report.bad('pix-status', 'The token ended before the Pix code was paid.', 'Run again with a new token in BALCAO_TOKEN.');
      return;
    }
    const word = reply.kind === 'response' && reply.status === 200 ? readWord(reply.body, pending.path) : undefined;
    if (word !== undefined && word !== pending.word) {
      const { status, system } = judgePaidWord(pending, word);
      if (status === 'paid') {
        setPaidWord(examination, pending, word, system);
        return;
      }
      if (status !== 'pending') {
        reportOther(examination, pending, word, status);
        return;
      }
    }
    await pause(examination.pollMs ?? POLL_MS, signal);
  }
  const when = signal.aborted ? 'before the waiting was stopped' : 'in time';
  report.bad('pix-status', `The Pix code was not paid ${when}: its status stayed ${String(pending.word)}.`, 'Run again and pay the code.');
}

function reportOther({ report }: Examination, pending: PendingWord, word: unknown, status: string): void {
  const meaning = status === 'unknown' ? 'a word that no system of the table has for paid' : `which means ${status}`;
  report.bad(
    'pix-status',
    `The status went from ${String(pending.word)} to ${String(word)}, ${meaning}.`,
    `If ${String(word)} says that the money arrived, write profile.pixStatus.read so that it returns "paid" for it.`,
  );
}

function pause(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, delayMs);
    signal.addEventListener('abort', end);
  });
}
