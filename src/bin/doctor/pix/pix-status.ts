/// <reference types="node" />
import { setTimeout } from 'node:timers/promises';
import { parseIdentifier } from '../../../client/http/service-message.js';
import { formatPathSegment } from '../../../client/http/service-url.js';
import { parseStatus } from '../../../client/pix/pix-status.js';
import type { PixStatus } from '../../../domain/pix/status.js';
import { readPixStatus } from '../../../domain/pix/status-parser.js';
import { formatFieldNames, formatReply, judgeReply, getField, type Reply } from '../probe.js';
import { findStrictest, findWordPaths, formatRead, isDefaultPath, listSystems, getWord, type WordPath } from './status-word.js';
import type { Examination } from '../examination.js';
import type { TestPix } from './create-test-pix.js';

/** The status word of a charge that is not paid yet, and its place in the responses. */
export interface PendingWord {
  path: WordPath;
  word: unknown;
  /** True if the profile needs a function that reads the word from its place. */
  needsRead: boolean;
}

const WAIT_TODO = 'Run with --write --wait-for-payment and pay the Pix code: the word of a paid charge shows which system it is.';

/** Requests the status of a charge. */
function askStatus({ service, statusPath, pixAuthorization }: Examination, chargeId: string): Promise<Reply> {
  const path = statusPath.replace('{qrCodeId}', formatPathSegment(chargeId));
  return service.send({ method: 'GET', path, authorization: pixAuthorization });
}

/** Requests the status of a new charge, and finds the field and the word of the status. */
export async function fetchNewStatus(examination: Examination, { chargeId }: TestPix): Promise<PendingWord | undefined> {
  const { report } = examination;
  const reply = await askStatus(examination, chargeId);
  if (reply.kind === 'silence' || judgeReply(reply) !== 'accepted') {
    report.bad(
      'pix-status',
      `The service did not say the status of the new charge: ${formatReply(reply)}.`,
      'Give the path of the Pix status query as --status-path, or set profile.pixStatus.query.',
    );
    return undefined;
  }
  const paths = findWordPaths(reply.body);
  const [path] = paths;
  if (!path || paths.length > 1) {
    const problem = path
      ? `more than one field may have the status (${paths.map((names) => names.join('.')).join(', ')})`
      : `no field with a status: ${formatFieldNames(reply.body)}`;
    report.bad(
      'pix-status',
      `The response says the status in an unknown way: ${problem}.`,
      'Write profile.pixStatus.read: (body) => status.',
    );
    return undefined;
  }
  const word = getWord(reply.body, path);
  report.profile.statusWord = { path };
  const { body } = reply;
  // The default profile takes a response with another `id` for the status of another charge.
  const id = parseIdentifier(getField(body, 'id'));
  const needsRead = !isDefaultPath(path) || (id !== undefined && id !== chargeId);
  if (needsRead) report.profile.code.pixStatusRead = formatRead(path, undefined);
  if (parseStatus({ read: () => 'pending' }, body, chargeId).status === 'unknown') {
    report.bad(
      'pix-status',
      'The response names another charge than the one that was asked for.',
      'Ask your provider by which identifier the status of a charge is asked.',
    );
    return undefined;
  }
  return { path, word, needsRead };
}

/** Reports the meaning of a new charge's word. Called if the run does not wait for the payment. */
export function reportPending({ report }: Examination, { path, word }: PendingWord): void {
  const place = path.join('.');
  const status = readPixStatus(word);
  const systems = listSystems(word);
  const who = systems.length > 0 ? ` Systems with this word: ${systems.join(', ')}.` : '';
  const meaning = status === 'unknown' ? 'is not known by itself' : `is read as ${status}`;
  report.unknown(
    'pix-status',
    `The word of a new charge, ${String(word)} in "${place}", ${meaning}; that of a paid one was not seen.${who}`,
    WAIT_TODO,
  );
}

/** Returns the meaning of a word that replaced the pending one, and the system that the profile needs to read it. */
function judgePaidWord({ word: pending }: PendingWord, word: unknown): { status: PixStatus; system?: string } {
  const status = readPixStatus(word);
  if (status !== 'unknown') return { status };
  const system = findStrictest(listSystems(pending, word));
  if (system !== undefined) return { status: 'paid', system };
  return { status: listSystems(word).length > 0 ? 'pending' : 'unknown' };
}

/** Sets the status word of a paid charge in the profile, and reports it. */
function setPaidWord(
  { report }: Examination,
  { path, word: pending, needsRead }: PendingWord,
  word: unknown,
  system: string | undefined,
): void {
  report.profile.statusWord = { path, system };
  if (needsRead) report.profile.code.pixStatusRead = formatRead(path, system);
  else if (system !== undefined) report.profile.data.pixStatus = { system };
  const others = listSystems(pending, word).filter((name) => name !== system);
  const note =
    system === undefined
      ? ''
      : `, as "${system}" means it${others.length > 0 ? ` (as ${others.join(', ')} do; this one has the fewest words for paid)` : ''}`;
  report.ok('pix-status', `A charge that waits is ${String(pending)}, a paid one ${String(word)} in "${path.join('.')}"${note}.`);
}

/** The default interval between two polls of the charge's status, ms. */
const POLL_MS = 2000;

/** Polls the status of a charge until its word means another state than `pending`, the code or the token expires, or the run is stopped. */
export async function waitForPayment(examination: Examination, made: TestPix, pending: PendingWord): Promise<void> {
  const { report, signal } = examination;
  while (Date.now() < made.expiresAt && !signal.aborted) {
    const reply = await askStatus(examination, made.chargeId);
    if (judgeReply(reply) === 'unauthorized') {
      report.bad('pix-status', 'The token ended before the Pix code was paid.', 'Run again with a new token in BALCAO_TOKEN.');
      return;
    }
    const word = reply.kind === 'response' && reply.status === 200 ? getWord(reply.body, pending.path) : undefined;
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
    // An aborted signal ends the pause.
    await setTimeout(examination.pollMs ?? POLL_MS, undefined, { signal }).catch(() => undefined);
  }
  const when = signal.aborted ? 'before the waiting was stopped' : 'in time';
  report.bad('pix-status', `The Pix code was not paid ${when}: its status stayed ${String(pending.word)}.`, 'Run again and pay the code.');
}

/** Reports a word that means neither `pending` nor `paid`. */
function reportOther({ report }: Examination, pending: PendingWord, word: unknown, status: string): void {
  const meaning = status === 'unknown' ? 'a word that no system of the table has for paid' : `which means ${status}`;
  report.bad(
    'pix-status',
    `The status went from ${String(pending.word)} to ${String(word)}, ${meaning}.`,
    `If ${String(word)} says that the money arrived, write profile.pixStatus.read so that it returns "paid" for it.`,
  );
}
