import { parseIdentifier } from '../../../client/http/service-message.js';
import { formatInstant } from '../../../client/pix/pix-charge.js';
import { defaultProfile } from '../../../client/profile/default-profile.js';
import { amountFromCents, formatAmount } from '../../../domain/money.js';
import { parseBrCode } from '../../../domain/pix/br-code.js';
import { verifyPixCharge } from '../../../domain/pix/verify.js';
import { formatFieldNames, formatReply, isSegment, judgeReply, getField, type Reply } from '../probe.js';
import type { Examination } from '../examination.js';

/** The Pix charge that the doctor has created. */
export interface TestPix {
  chargeId: string;
  brCode: string;
  /** The instant when the Pix code expires, epoch ms. */
  expiresAt: number;
}

/** A format for the instant when a Pix code expires. */
interface DateFormat {
  format: (instant: Date) => string;
  /** The same function as JavaScript, for `profile.pixExpiration`; `undefined` for the format of the default profile. */
  code?: string;
}

/**
 * The formats of the expiry in the order in which they are tried. Formats without a zone have the time of Brasília, three hours behind UTC.
 * A service that reads them as UTC refuses them, because they are then in the past.
 */
const DATE_FORMATS: readonly DateFormat[] = [
  { format: (instant) => formatInstant(instant.getTime()) },
  { format: (instant) => instant.toISOString(), code: '(instant) => instant.toISOString()' },
  { format: (instant) => `${instant.toISOString().slice(0, 19)}Z`, code: '(instant) => `${instant.toISOString().slice(0, 19)}Z`' },
  {
    format: (instant) => formatInstant(instant.getTime()).slice(0, 19),
    code: '(instant) => new Date(instant.getTime() - 3 * 3_600_000).toISOString().slice(0, 19)',
  },
  {
    format: (instant) => formatInstant(instant.getTime()).slice(0, 19).replace('T', ' '),
    code: "(instant) => new Date(instant.getTime() - 3 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')",
  },
];

/** The lifetime of the Pix code, ms: long enough for a person to pay it. */
const LIFE_MS = 15 * 60_000;

/** The two documented names of the webhook flag: the one in the description, and the one in the sample. */
const NAMES = { described: 'paymentWebhook', sample: 'webhook' } as const;

/** The form of a request for a Pix charge. */
interface Form {
  names: keyof typeof NAMES;
  date: DateFormat;
}

/** The forms in the order in which they are tried: both names for each date format, because the date format is wrong less often. */
const FORMS: readonly Form[] = DATE_FORMATS.flatMap((date) => [
  { names: 'described', date },
  { names: 'sample', date },
]);

/**
 * Creates a Pix charge. Tries both names of the webhook flag and each format of the expiry until one form is accepted. If the token is
 * refused, sends the request once more with the token in its other form.
 */
export async function createTestPix(examination: Examination): Promise<TestPix | undefined> {
  const { report } = examination;
  const expiresAt = Date.now() + LIFE_MS;
  const refusals: string[] = [];
  let hasSwitched = false;
  for (const form of FORMS) {
    let reply = await sendForm(examination, form, expiresAt);
    if (judgeReply(reply) === 'unauthorized' && !hasSwitched) {
      hasSwitched = true;
      reply = await sendWithOtherAuthorization(examination, form, expiresAt);
    }
    const verdict = judgeReply(reply);
    if (verdict === 'accepted') return acceptTestPix(examination, form, reply, expiresAt);
    refusals.push(formatReply(reply));
    if (verdict !== 'refused' || isMissing(reply)) break;
  }
  report.bad(
    'pix',
    `No Pix charge was made (${[...new Set(refusals)].join('; ')}).`,
    'Ask your provider what a Pix charge is made of; see profile.pixRequestNames, pixExpiration and pixAuthorization.',
  );
  return undefined;
}

/** Sends the request with the token in its other form. Keeps that form for Pix unless it is refused too. */
async function sendWithOtherAuthorization(examination: Examination, form: Form, expiresAt: number): Promise<Reply> {
  const { pixAuthorization } = examination;
  examination.pixAuthorization = pixAuthorization === 'bearer' ? 'jwt' : 'bearer';
  const reply = await sendForm(examination, form, expiresAt);
  if (judgeReply(reply) === 'unauthorized') examination.pixAuthorization = pixAuthorization;
  return reply;
}

/** Returns whether the operation does not exist, so that no other form can help. */
function isMissing(reply: Reply): boolean {
  return reply.kind === 'response' && (reply.status === 404 || reply.status === 405);
}

function sendForm({ service, amountCents, pixAuthorization }: Examination, { names, date }: Form, expiresAt: number): Promise<Reply> {
  return service.send({
    method: 'POST',
    path: defaultProfile.paths.generatePixQrCode,
    authorization: pixAuthorization,
    body: { amount: amountFromCents(amountCents), expirationDate: date.format(new Date(expiresAt)), [NAMES[names]]: false },
  });
}

/** Reports an accepted request, sets its form in the profile, and reads the charge from the response. */
function acceptTestPix(examination: Examination, { names, date }: Form, reply: Reply, expiresAt: number): TestPix | undefined {
  const { report, amountCents } = examination;
  const { data, code } = report.profile;
  if (names !== 'described') data.pixRequestNames = names;
  if (date.code !== undefined) code.pixExpiration = date.code;
  const shown = date.format(new Date(expiresAt));
  report.ok(
    'pix',
    `A Pix charge of R$ ${formatAmount(amountCents)} was made with "${NAMES[names]}", its expiry written like ${shown}.`,
    `See that the notice of a paid Pix arrives: a service that passes over fields which it does not know accepts "${NAMES[names]}" all the same.`,
  );
  const body = reply.kind === 'response' ? reply.body : undefined;
  const chargeId = parseIdentifier(getField(body, 'qrCodeId') ?? getField(body, 'id'));
  const brCode = getField(body, 'textQrCode') ?? getField(body, 'text');
  if (chargeId === undefined || !isSegment(chargeId) || typeof brCode !== 'string') {
    report.bad(
      'pix',
      `The response names no identifier and code as the documents do (qrCodeId and textQrCode, or id and text): ${formatFieldNames(body)}.`,
      'Write profile.readPix: (body) => ({ chargeId, brCode }).',
    );
    return undefined;
  }
  checkCode(examination, brCode);
  return { chargeId, brCode, expiresAt };
}

/** Reports whether the Pix code is valid, and names its receiver. */
function checkCode({ report, amountCents }: Examination, text: string): void {
  const verified = verifyPixCharge(text, { amountCents });
  if (!verified.ok) {
    report.bad(
      'pix-code',
      `Balcão would not show this Pix code: ${verified.reason}.`,
      'Ask your provider for a code that passes "verifyPixCharge" of balcao/domain.',
    );
    return;
  }
  const read = parseBrCode(text);
  const { key, url } = read.ok ? read.brCode : {};
  if (key !== undefined) {
    report.ok(
      'pix-code',
      `The Pix code is valid: static, paid to the key ${key}.`,
      `If ${key} is your shop's key, add "pixKeys": ["${key}"] to the profile: codes of other receivers are then refused.`,
    );
    return;
  }
  const [host = ''] = (url ?? '').split('/');
  report.ok(
    'pix-code',
    `The Pix code is valid: dynamic, read at ${host}.`,
    `If ${host} is your provider's, add "pixHosts": ["${host}"] to the profile: codes of other receivers are then refused.`,
  );
}
