import { formatBrCode } from '../../domain/pix/format-br-code.js';
import type { Clock } from '../../domain/clock.js';
import type { FaultName } from '../faults/faults.js';
import type { ServiceRecords, PixRecord } from '../memory.js';
import type { PixState } from './pix-status-words.js';

/** An action that changes a Pix charge. `settle` is a payment; it is possible at any time, even after the expiry. */
export type PixAction = 'settle' | 'cancel' | 'refund' | 'fail' | 'expire';

const RESULTS: Readonly<Record<Exclude<PixAction, 'expire'>, PixState>> = {
  settle: 'paid',
  cancel: 'cancelled',
  refund: 'refunded',
  fail: 'failed',
};

/** Returns the state of a charge now. A pending charge whose expiry has passed is `expired`. */
export function computePixState(record: PixRecord, clock: Clock): PixState {
  return record.state === 'pending' && record.expiresAt <= clock.now() ? 'expired' : record.state;
}

/** Finds a charge by its identifier. Without an identifier, returns the latest charge. */
export function findPix(ledger: ServiceRecords, id?: string): PixRecord | undefined {
  return id === undefined ? ledger.pix.at(-1) : ledger.pix.find((record) => record.id === id);
}

/** Applies an action to a charge. Returns whether the action paid the charge for the first time. */
export function applyPixAction(record: PixRecord, action: PixAction, clock: Clock): boolean {
  if (action === 'expire') {
    record.expiresAt = Math.min(record.expiresAt, clock.now());
    return false;
  }
  const wasPaid = record.paidAt !== undefined;
  record.state = RESULTS[action];
  if (action !== 'settle' || wasPaid) return false;
  record.paidAt = clock.now();
  return true;
}

/** The values that a Pix code is created from. */
interface PixTextRequest {
  id: string;
  number: number;
  /** The amount in reais. */
  amount: number;
  kind: 'dynamic' | 'static';
}

/** The host in the dynamic codes of the sandbox. It is a reserved name, which nobody owns. */
export const pixHost = 'pix.balcao.example';
/** The random Pix key that the static codes of the sandbox pay. */
export const pixKey = '7d9f0335-8dcc-4054-9bf9-0dbd61d36906';

const OTHER_HOST = 'pix.outra-loja.example';
const OTHER_KEY = '123e4567-e12b-12d1-a456-426655440000';
const MERCHANT = {
  merchantName: 'LOJA BALCAO',
  merchantCity: 'SAO PAULO',
  mcc: '0000',
  currency: '986',
  country: 'BR',
  gui: 'br.gov.bcb.pix',
} as const;

/** Creates the BR Code of a charge, with its CRC. A fault whose name begins with `pix-` changes the code. */
export function createPixText(request: PixTextRequest, fault?: FaultName, what?: string): string {
  const amount = request.amount.toFixed(2);
  switch (fault) {
    case 'pix-tampered':
      return formatCode(request, amount).replace(MERCHANT.merchantName, 'LOJA BALCAD');
    case 'pix-resealed':
      return what === 'amount'
        ? formatCode(request, (request.amount + 1).toFixed(2))
        : formatCode(request, amount, { host: OTHER_HOST, key: OTHER_KEY });
    case 'pix-recurrence':
      return formatBrCode({
        ...MERCHANT,
        url: formatLocation(pixHost, request.id),
        recurrenceUrl: `${pixHost}/rec/${request.id}`,
        txid: '***',
      });
    case 'pix-withdrawal':
      return formatBrCode({ ...MERCHANT, key: pixKey, amount, fss: '12345678', txid: formatTxid(request.number) });
    case 'pix-garbage':
      return 'https://pix.balcao.example/pague-aqui';
    default:
      return formatCode(request, amount);
  }
}

/**
 * Formats a code. A static code has the amount. A dynamic code has none: the amount is at the code's location (BR Code manual, field 54).
 */
function formatCode({ id, number, kind }: PixTextRequest, amount: string, { host, key } = { host: pixHost, key: pixKey }): string {
  return kind === 'dynamic'
    ? formatBrCode({ ...MERCHANT, url: formatLocation(host, id), txid: '***' })
    : formatBrCode({ ...MERCHANT, key, amount, txid: formatTxid(number) });
}

function formatLocation(host: string, id: string): string {
  return `${host}/v2/${id.replaceAll('-', '')}`;
}

function formatTxid(number: number): string {
  return `BALCAO${number}`;
}
