import { defaultProfile } from '../../client/profile/default-profile.js';
import { formatWordCall, type WordPath } from './pix/status-word.js';
import type { ServiceProfileInput } from '../../client/profile/service-profile.js';

/** The subject of a finding, in the order of the checks. */
type Check =
  'service' | 'token' | 'paths' | 'pix' | 'pix-code' | 'pix-status' | 'tokenize' | 'charge' | 'repeat' | 'delete' | 'cors' | 'preflight';

/** One thing that was looked at, in words for a developer. `unknown`: this run could not find it out. */
interface Finding {
  check: Check;
  state: 'ok' | 'bad' | 'unknown';
  message: string;
  /** The developer's next step, if there is one. */
  todo?: string;
}

/** The findings of the doctor so far. */
export class Report {
  readonly findings: Finding[] = [];
  readonly profile = new FoundProfile();
  readonly #secrets: readonly string[];

  /** `secrets` are texts that no finding may show, whatever a service responds. */
  constructor(secrets: readonly string[]) {
    this.#secrets = secrets;
  }

  /** Something works, or is known. */
  ok(check: Check, message: string, todo?: string): void {
    this.#add('ok', check, message, todo);
  }

  /** Something does not work, or is missing. */
  bad(check: Check, message: string, todo?: string): void {
    this.#add('bad', check, message, todo);
  }

  /** Something cannot be known from what was asked. */
  unknown(check: Check, message: string, todo?: string): void {
    this.#add('unknown', check, message, todo);
  }

  /** True if nothing is bad. */
  get isOk(): boolean {
    return this.findings.every(({ state }) => state !== 'bad');
  }

  /** The next steps, each once. */
  get todos(): string[] {
    return [...new Set(this.findings.flatMap(({ todo }) => todo ?? []))];
  }

  #add(state: Finding['state'], check: Check, message: string, todo: string | undefined): void {
    this.findings.push({ check, state, message: this.#clean(message), ...(todo !== undefined && { todo: this.#clean(todo) }) });
  }

  /** One line without secrets, since words of the service are in it. */
  #clean(text: string): string {
    const line = text.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ');
    return this.#secrets.reduce((cleaned, secret) => cleaned.replaceAll(secret, '••••'), line);
  }
}

/** The parts of a profile that are data. */
type ProfileData = Pick<
  ServiceProfileInput,
  'paths' | 'deleteCard' | 'cardExpiration' | 'idempotency' | 'pixRequestNames' | 'pixAuthorization' | 'pixStatus'
>;

/** A function of the profile, as JavaScript to paste. */
interface ProfileCode {
  pixExpiration?: string;
  pixStatusRead?: string;
}

/** The status word of a Pix charge, as a server has to read it. */
interface StatusWord {
  path: WordPath;
  /** The system that the word is of; `undefined` where the word alone tells, or no paid charge was seen. */
  system?: string | undefined;
}

/** The differences from the default profile, as far as they were found. */
class FoundProfile {
  /** The parts that are JSON. */
  readonly data: ProfileData = {};
  /** The parts that are functions. */
  readonly code: ProfileCode = {};
  /** Where the service has the status word, where one was seen; also where the default profile fits. */
  statusWord?: StatusWord;

  /** True if the default profile fits. */
  get isDefault(): boolean {
    return Object.keys(this.data).length === 0 && !this.needsCode;
  }

  /** True if a function is among its parts, so that JSON cannot hold it. */
  get needsCode(): boolean {
    return Object.keys(this.code).length > 0;
  }

  /** The text to paste: JSON where all of it is data, else a JavaScript module. */
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

/** The report for people: a line for each finding, the profile to paste, what the shop's server needs, what is left to do. */
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

/** The report as JSON. `profile` has the parts that are data; `profileCode` is the whole as JavaScript, where a function is needed. `serverCode` is there where the server needs something. */
export function formatReportJson(report: Report): string {
  const { isOk, findings, profile, todos } = report;
  const code = profile.needsCode ? { profileCode: profile.text } : {};
  // JSON leaves out what is undefined.
  const serverCode = formatServerCode(profile);
  return JSON.stringify({ ok: isOk, findings, profile: profile.data, ...code, serverCode, todo: todos }, null, 2);
}

/** Where a server as the recipes print it looks for the status word. */
const STATUS_FIELD = 'status';

/**
 * Formats the shop server's request for the status of a Pix charge as JavaScript to paste; `undefined` where what the recipes print
 * fits. Where no status word was seen, it is not read.
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
