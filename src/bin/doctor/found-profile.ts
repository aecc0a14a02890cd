import type { ServiceProfileInput } from '../../client/profile/service-profile.js';
import type { WordPath } from './pix/status-word.js';

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

/** What differs from the default profile, as far as it was found. */
export class FoundProfile {
  /** The parts that are JSON. */
  readonly data: ProfileData = {};
  /** The parts that are functions. */
  readonly code: ProfileCode = {};
  /** Where the service has the status word, where one was seen; also where the default profile fits. */
  statusWord?: StatusWord;

  /** Whether the default profile fits. */
  get isDefault(): boolean {
    return Object.keys(this.data).length === 0 && !this.needsCode;
  }

  /** Whether a function is among its parts, so that JSON cannot hold it. */
  get needsCode(): boolean {
    return Object.keys(this.code).length > 0;
  }

  /** What to paste: JSON where all of it is data, else a JavaScript module. */
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
