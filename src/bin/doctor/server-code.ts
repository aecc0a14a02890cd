import { defaultProfile } from '../../client/profile/default-profile.js';
import { formatWordCall } from './pix/status-word.js';
import type { FoundProfile } from './found-profile.js';

/** Where a server as the recipes print it looks for the status word. */
const STATUS_FIELD = 'status';

/**
 * What the shop's server needs to ask for the status of a Pix charge, as JavaScript to paste; `undefined` where what the recipes print
 * fits. Where no status word was seen, it is not read.
 */
export function formatServerCode({ data, statusWord: word }: FoundProfile): string | undefined {
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
