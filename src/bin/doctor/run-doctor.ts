import { defaultProfile } from '../../client/profile/default-profile.js';
import { rememberToken } from '../../client/tokens/page-tokens.js';
import type { CardData } from '../../domain/payment.js';
import { deleteTestCard, fetchDeletions, reportDeletions } from './card/delete-card.js';
import { repeatCharge, reportCharge, tryCharge } from './card/charge.js';
import { tokenizeTestCard, type CardForm } from './card/tokenize.js';
import { checkCors } from './check-cors.js';
import { checkService, checkToken, reportNoPaths } from './check-service.js';
import { LEVELS, type Examination, type Level } from './examination.js';
import { ServiceProbe } from './probe.js';
import { fetchNewStatus, reportPending, waitForPayment, type PendingWord } from './pix/pix-status.js';
import { createTestPix, type TestPix } from './pix/create-test-pix.js';
import { Report } from './report.js';

/** Settings of the doctor. */
export interface DoctorOptions {
  /** The base URL, as `parseBaseUrl` returns it. */
  baseUrl: URL;
  token: string;
  level: Level;
  /** The origin of the pages that will call the service. */
  origin?: string | undefined;
  /** The path of the Pix status query. Default: that of the default profile. */
  statusPath?: string | undefined;
  amountCents: number;
  card: CardData;
  signal: AbortSignal;
  /** Called with the Pix code that a person has to pay. If it is given, the doctor waits for the payment. */
  onPixCode?: ((brCode: string) => void) | undefined;
  /** The interval between two polls of a Pix charge's status, ms. Default 2000. */
  pollMs?: number | undefined;
}

/** Finds out which parts of the interface a service supports, as far as the level allows. Never rejects. */
export async function runDoctor(options: DoctorOptions): Promise<Report> {
  const { token, card, statusPath = defaultProfile.paths.pixStatus, level } = options;
  rememberToken(token);
  const examination: Examination = {
    ...options,
    service: new ServiceProbe(options),
    report: new Report([token, card.number]),
    statusPath,
    pixAuthorization: 'bearer',
  };
  const { report } = examination;
  if (statusPath !== defaultProfile.paths.pixStatus) report.profile.data.paths = { pixStatus: statusPath };
  const presence = await checkService(examination);
  if (presence === 'absent') return report;
  const tokenCheck = await checkToken(examination);
  if (tokenCheck === 'refused') return report;
  const isSeen = presence === 'present' || tokenCheck === 'good';
  const pix = reaches(level, 'write') ? await createTestPix(examination) : undefined;
  if (!isSeen && !pix) {
    reportNoPaths(examination);
    return report;
  }
  const pending = pix && (await fetchNewStatus(examination, pix));
  await examineCards(examination, level);
  if (examination.pixAuthorization === 'jwt') report.profile.data.pixAuthorization = 'jwt';
  await checkCors(examination, options.origin);
  // This comes last: the token may expire while a person pays, and a person who stops the waiting keeps the findings so far.
  if (pix && pending) await examinePayment(examination, pix, pending, options);
  return report;
}

/** Tries the operations on cards that the level allows, and reports the others as not tried. */
async function examineCards(examination: Examination, level: Level): Promise<void> {
  const { report } = examination;
  const deletions = await fetchDeletions(examination);
  if (!reaches(level, 'write')) {
    reportUnwritten(report);
    reportDeletions(examination, deletions);
    return;
  }
  const made = await tokenizeTestCard(examination);
  const charged = await examineCharge(examination, level, made?.form);
  setCardForm(report, made?.form, charged);
  if (made) await deleteTestCard(examination, made.cardId, deletions);
  else reportDeletions(examination, deletions);
}

/** Returns whether a level includes another one. */
function reaches(level: Level, wanted: Level): boolean {
  return LEVELS.indexOf(level) >= LEVELS.indexOf(wanted);
}

/** Waits for the payment of a Pix charge if `onPixCode` is given; reports the word of the new charge if not. */
async function examinePayment(examination: Examination, made: TestPix, pending: PendingWord, { onPixCode }: DoctorOptions): Promise<void> {
  if (!onPixCode) {
    reportPending(examination, pending);
    return;
  }
  onPixCode(made.brCode);
  await waitForPayment(examination, made, pending);
}

/** Charges the test card as far as the level allows. Returns the form of the card in an approved charge. */
async function examineCharge(examination: Examination, level: Level, known: CardForm | undefined): Promise<CardForm | undefined> {
  const { report } = examination;
  if (reaches(level, 'repeat')) {
    const charge = await repeatCharge(examination, known);
    return charge.status === 'approved' ? charge.form : undefined;
  }
  const charge = reaches(level, 'charge') ? await tryCharge(examination, known) : undefined;
  if (charge) reportCharge(examination, charge);
  else report.unknown('charge', 'A charge was not tried.', 'Run with --charge on a test account: it charges the test card once.');
  report.unknown(
    'repeat',
    'Whether the service knows a repeated charge by a key is shown only by sending one twice.',
    'Leave profile.idempotency out, or run with --repeat on a test account: it charges twice.',
  );
  return charge?.status === 'approved' ? charge.form : undefined;
}

/** Sets the form of a card in the profile. If only one operation showed its form, the other is taken to have the same one. */
function setCardForm({ profile }: Report, tokenized: CardForm | undefined, charged: CardForm | undefined): void {
  const form = charged ?? tokenized;
  if (!form) return;
  const { cardExpiration: processPayment, holderName } = form;
  const { cardExpiration: tokenizeCard } = tokenized ?? form;
  if (holderName !== defaultProfile.holderName) profile.data.holderName = holderName;
  if (tokenizeCard !== processPayment) profile.data.cardExpiration = { processPayment, tokenizeCard };
  else if (tokenizeCard !== defaultProfile.cardExpiration) profile.data.cardExpiration = tokenizeCard;
}

const WRITE_TODO = 'Run with --write: it makes a Pix charge that nobody has to pay, and a token of a test card that it deletes again.';

function reportUnwritten(report: Report): void {
  report.unknown(
    'pix',
    'The names of a Pix request, the form of its expiry and the words of its status show only in a charge.',
    WRITE_TODO,
  );
  report.unknown('tokenize', "The form of a card's expiry shows only in a card that is sent.", WRITE_TODO);
}
