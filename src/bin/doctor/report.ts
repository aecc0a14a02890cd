import { defaultProfile } from '../../client/profile/default-profile.js';
import { formatWordCall, type WordPath } from './pix/status-word.js';
import type { ServiceProfileInput } from '../../client/profile/service-profile.js';

/** The subject of a finding, in the order of the checks. */
type Check =
  'service' | 'token' | 'paths' | 'pix' | 'pix-code' | 'pix-status' | 'tokenize' | 'charge' | 'repeat' | 'delete' | 'cors' | 'preflight';

/** The result of one check, in words for a developer. `unknown`: this run could not find the answer. */
interface Finding {
  check: Check;
  state: 'ok' | 'bad' | 'unknown';
  message: string;
  /** The developer's next step, if there is one. */
  todo?: string;
}

/** The findings of the doctor so far, and the profile that follows from them. */
export class Report {
  readonly findings: Finding[] = [];
  readonly profile = new FoundProfile();
  readonly #secrets: readonly string[];

  /** `secrets` are texts that no finding may show, even if the service's response contains them. */
  constructor(secrets: readonly string[]) {
    this.#secrets = secrets;
  }

  /** Adds a finding about something that works, or is now known. */
  ok(check: Check, message: string, todo?: string): void {
    this.#add('ok', check, message, todo);
  }

  /** Adds a finding about something that does not work, or is missing. */
  bad(check: Check, message: string, todo?: string): void {
    this.#add('bad', check, message, todo);
  }

  /** Adds a finding about something that the requests of this run cannot show. */
  unknown(check: Check, message: string, todo?: string): void {
    this.#add('unknown', check, message, todo);
  }

  /** True if no finding is `bad`. */
  get isOk(): boolean {
    return this.findings.every(({ state }) => state !== 'bad');
  }

  /** The next steps, without duplicates. */
  get todos(): string[] {
    return [...new Set(this.findings.flatMap(({ todo }) => todo ?? []))];
  }

  #add(state: Finding['state'], check: Check, message: string, todo: string | undefined): void {
    this.findings.push({ check, state, message: this.#clean(message), ...(todo !== undefined && { todo: this.#clean(todo) }) });
  }

  /** Returns a text, which may quote the service, as one line with the secrets redacted. */
  #clean(text: string): string {
    const line = text.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ');
    return this.#secrets.reduce((cleaned, secret) => cleaned.replaceAll(secret, '••••'), line);
  }
}

/** The parts of a profile that JSON can hold. */
type ProfileData = Pick<
  ServiceProfileInput,
  'paths' | 'deleteCard' | 'holderName' | 'cardExpiration' | 'idempotency' | 'pixRequestNames' | 'pixAuthorization' | 'pixStatus'
>;

/** The functions of a profile, as JavaScript to paste. */
interface ProfileCode {
  pixExpiration?: string;
  pixStatusRead?: string;
}

/** The facts that a server needs to read the status word of a Pix charge. */
interface StatusWord {
  path: WordPath;
  /** The system that the word belongs to; `undefined` if the word is clear without it, or if no paid charge was seen. */
  system?: string | undefined;
}

/** The differences from the default profile that were found so far. */
class FoundProfile {
  /** The parts that JSON can hold. */
  readonly data: ProfileData = {};
  /** The parts that are functions. */
  readonly code: ProfileCode = {};
  /** The status word, as soon as one was seen; it is set even if the default profile fits. */
  statusWord?: StatusWord;

  /** True if the default profile fits. */
  get isDefault(): boolean {
    return Object.keys(this.data).length === 0 && !this.needsCode;
  }

  /** True if the profile contains a function, so that JSON cannot hold it. */
  get needsCode(): boolean {
    return Object.keys(this.code).length > 0;
  }

  /** The text to paste: JSON if the profile has no function, else a JavaScript module. */
  get text(): string {
    return this.needsCode ? this.#formatModule() : JSON.stringify(this.data, null, 2);
  }

  #formatModule(): string {
    const { pixExpiration, pixStatusRead } = this.code;
    const lines = Object.entries(this.data).map(([name, value]) => `  ${name}: ${JSON.stringify(value)},`);
    if (pixExpiration !== undefined) lines.push(`  pixExpiration: ${pixExpiration},`);
    if (pixStatusRead !== undefined) lines.push(`  pixStatus: { read: ${pixStatusRead} },`);
    const head = pixStatusRead?.includes('readPixStatus') ? "import { readPixStatus } from 'balcao/domain';\n\n" : '';
    return `${head}export const profile = {\n${lines.join('\n')}\n};`;
  }
}

const SERVER_HEAD = 'The same for your server, where it asks for the status of a Pix charge (SERVICE is the base URL):';

const STATES = { ok: 'ok     ', bad: 'bad    ', unknown: 'unknown' } as const;

/** Formats the report for people: one line for each finding, the profile to paste, the code for the shop's server, the next steps. */
export function formatReport(report: Report): string {
  const { findings, profile, todos } = report;
  const isProfileKnown = findings.some(({ state, check }) => state === 'ok' && check !== 'service');
  const lines = findings.map(({ state, check, message }) => `${STATES[state]}  ${check.padEnd(10)}  ${message}`);
  const paste = profile.isDefault
    ? 'The default profile fits what was found: no profile needed.'
    : `The profile to paste:\n\n${profile.text}`;
  const serverCode = formatServerCode(profile);
  const server = serverCode === undefined ? [] : [`${SERVER_HEAD}\n\n${serverCode}`];
  const rest = todos.length === 0 ? [] : [`Missing, or yours to confirm:\n\n${todos.map((todo) => `- ${todo}`).join('\n')}`];
  return [lines.join('\n'), ...(isProfileKnown ? [paste] : []), ...server, ...rest].join('\n\n');
}

/**
 * Formats the report as JSON. `profile` has the parts that JSON can hold. `profileCode` is the whole profile as JavaScript; it is present
 * only if the profile needs a function. `serverCode` is present only if the shop's server needs other code than the recipes print.
 */
export function formatReportJson(report: Report): string {
  const { isOk, findings, profile, todos } = report;
  const code = profile.needsCode ? { profileCode: profile.text } : {};
  // `JSON.stringify` omits the key if the value is undefined.
  const serverCode = formatServerCode(profile);
  return JSON.stringify({ ok: isOk, findings, profile: profile.data, ...code, serverCode, todo: todos }, null, 2);
}

/** The field in which the server of the recipes looks for the status word. */
const STATUS_FIELD = 'status';

/**
 * Formats the shop server's request for the status of a Pix charge as JavaScript to paste; `undefined` if the code in the recipes fits. The
 * code reads the status word only if one was seen.
 */
function formatServerCode({ data, statusWord: word }: FoundProfile): string | undefined {
  const path = data.paths?.pixStatus ?? defaultProfile.paths.pixStatus;
  const isBare = data.pixAuthorization === 'jwt';
  const isOtherWord = word !== undefined && (word.system !== undefined || word.path.join('\n') !== STATUS_FIELD);
  if (path === defaultProfile.paths.pixStatus && !isBare && !isOtherWord) return undefined;
  const [start = '', end = ''] = path
    .replace(/^\/+/, '')
    .replace(/[`\\$]/g, String.raw`\$&`)
    .split('{qrCodeId}');
  const url = `\`\${SERVICE}${start}\${encodeURIComponent(chargeId)}${end}\``;
  const lines = [
    `const response = await fetch(${url}, { headers: { Authorization: ${isBare ? 'token' : '`Bearer ${token}`'} } });`,
    'const body = await response.json();',
  ];
  if (word) {
    lines.unshift("import { readPixStatus } from 'balcao/domain';", '');
    lines.push(`const status = ${formatWordCall(word.path, word.system)};`);
  }
  return lines.join('\n');
}
