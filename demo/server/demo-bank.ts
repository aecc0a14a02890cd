import { formatAmount, formatBrCode, parseBoleto } from '../../src/domain/index.js';
import { getClearingEnd, getDay, getPayableEnd } from '../../src/domain/boleto/banking-days.js';
import { readText, type JsonObject } from './http.js';
import type { BoletoStatus, ShopBoleto, ShopOrders } from '../../src/server/index.js';

/** The ways to pay a boleto: the Pix code of a hybrid one arrives at once, the bar code after days. */
export const BOLETO_CODES = ['pix', 'barcode'] as const;

/** The code by which a boleto was paid. */
export type BoletoCode = (typeof BOLETO_CODES)[number];

/** The faults of a new boleto, which the bench can plan. `swapped`: the bank's boleto is right, and is changed on its way to the page. */
export const BANK_FAULTS = ['digits', 'amount', 'silent', 'swapped'] as const;

/** The name of a fault of a new boleto. */
export type BankFault = (typeof BANK_FAULTS)[number];

/** A boleto in the bank's books. */
export interface BankBoleto {
  chargeId: string;
  /** The shop's key, for which the bank makes only one boleto. */
  key: string;
  orderId: string;
  line: string;
  /** `YYYY-MM-DD`. */
  dueDate: string;
  amountCents: number;
  pixCode?: string;
  /** The payments, and when their money arrives, epoch ms. */
  payments: { by: BoletoCode; arrivesAt: number }[];
}

/** The books of the bank, as plain data. */
export interface BankMemory {
  /** True if new boletos have a Pix code. */
  isHybrid: boolean;
  boletos: BankBoleto[];
}

/** A boleto as the bench shows it. */
export interface ShownBoleto extends Pick<BankBoleto, 'chargeId' | 'amountCents' | 'dueDate' | 'payments'> {
  isHybrid: boolean;
  /** The end of the time to pay, and the instant from which an unpaid boleto is called expired, epoch ms. */
  payableUntil: number;
  expiresAt: number;
}

/** A page of the bank's books: the boletos of one order, newest first. */
export interface BankPage extends Pick<BankMemory, 'isHybrid'> {
  /** The bank's time, epoch ms. */
  now: number;
  boletos: ShownBoleto[];
}

const DAY_MS = 86_400_000;

/** The days from the making of a boleto to its due date. */
const DAYS_TO_PAY = 3;

/** The time until the money of a bar code arrives. */
const CLEARING_MS = 2 * DAY_MS;

/** The number of this bank. No bank in Brazil has it. */
const BANK_NUMBER = '999';

/** The agency, the account and the portfolio of the shop at this bank, before the number of a boleto. */
const ACCOUNT = '00010000027109';

/** The day of the due date's factor 1000 (FEBRABAN: the factor began again after 9999). */
const FACTOR_1000 = Date.parse('2025-02-22');

/** The receiver of the demo's Pix codes: its host is one that the page accepts. */
const RECEIVER = { host: 'pix.balcao.example', merchantName: 'CASA NEBLINA', merchantCity: 'SAO PAULO' };

/** The bank of the demo's shop, which makes boletos and says what became of them. A real shop calls the API of its bank. */
export class DemoBank implements Required<Pick<ShopOrders, 'boleto' | 'boletoStatus'>> {
  readonly #memory: BankMemory;
  readonly #now: () => number;
  #fault: BankFault | undefined;

  /** `memory` is changed in place. `now` returns the demo's time, epoch ms. */
  constructor(memory: BankMemory, now: () => number) {
    this.#memory = memory;
    this.#now = now;
  }

  /** Makes a boleto that is due three days ahead, once for each key. */
  readonly boleto: NonNullable<ShopOrders['boleto']> = async ({ id: orderId, amountCents }, { key, signal }) => {
    const fault = this.#fault;
    // The last fault happens on the way from the shop to its page.
    if (fault !== 'swapped') this.#fault = undefined;
    if (fault === 'silent') await waitForAbort(signal);
    if (fault === 'digits') return toShopBoleto(this.#make(orderId, key, amountCents), changeDigit);
    if (fault === 'amount') return toShopBoleto(this.#make(orderId, key, amountCents + 100));
    const { boletos } = this.#memory;
    const known = boletos.find((boleto) => boleto.key === key) ?? this.#make(orderId, key, amountCents);
    if (!boletos.includes(known)) boletos.push(known);
    return toShopBoleto(known);
  };

  /** Returns the status of a boleto and the amounts that have arrived. */
  readonly boletoStatus = ({ chargeId }: { chargeId: string }): BoletoStatus => {
    const boleto = this.#memory.boletos.find((known) => known.chargeId === chargeId);
    const now = this.#now();
    const arrived = boleto?.payments.filter(({ arrivesAt }) => arrivesAt <= now) ?? [];
    if (!boleto) return { status: 'unknown' };
    if (arrived.length > 0) return { status: 'paid', paidAmounts: arrived.map(() => boleto.amountCents) };
    return { status: now < getPayableEnd(boleto.dueDate) ? 'pending' : 'expired' };
  };

  /** Pays a boleto, as often as it is called. Returns `false` if there is no such boleto, or none with a Pix code. */
  pay(chargeId: string, by: BoletoCode): boolean {
    const boleto = this.#memory.boletos.find((known) => known.chargeId === chargeId);
    if (!boleto || (by === 'pix' && boleto.pixCode === undefined)) return false;
    boleto.payments.push({ by, arrivesAt: this.#now() + (by === 'pix' ? 0 : CLEARING_MS) });
    return true;
  }

  /** Applies what the bench decides of the next boletos: `{ isHybrid?, bankFault? }`. */
  plan(command: JsonObject): void {
    const { isHybrid } = command;
    if (typeof isHybrid === 'boolean') this.#memory.isHybrid = isHybrid;
    if ('bankFault' in command) this.#fault = BANK_FAULTS.find((name) => name === readText(command, 'bankFault'));
  }

  /** Reads the books about an order. */
  read(orderId: string): BankPage {
    const { isHybrid, boletos } = this.#memory;
    const shown = boletos.filter((boleto) => boleto.orderId === orderId).map(describeBoleto);
    return { isHybrid, now: this.#now(), boletos: shown.toReversed() };
  }

  /** Changes a digit of a boleto on its way to the page, if the bench has planned that. */
  async carry(response: Response): Promise<Response> {
    if (this.#fault !== 'swapped' || !response.ok) return response;
    this.#fault = undefined;
    const boleto: ShopBoleto = await response.json();
    const { line } = boleto;
    const body = line === undefined ? boleto : { ...boleto, line: changeDigit(line) };
    return Response.json(body, { headers: { 'Cache-Control': 'no-store' } });
  }

  #make(orderId: string, key: string, amountCents: number): BankBoleto {
    const dueDate = getDay(this.#now() + DAYS_TO_PAY * DAY_MS);
    const [number = 0] = crypto.getRandomValues(new Uint32Array(1));
    const chargeId = String(number).padStart(11, '0');
    return {
      chargeId,
      key,
      orderId,
      line: createLine(dueDate, amountCents, ACCOUNT + chargeId),
      dueDate,
      amountCents,
      ...(this.#memory.isHybrid && { pixCode: createPixCode(chargeId, amountCents) }),
      payments: [],
    };
  }
}

function toShopBoleto({ chargeId, line, dueDate, amountCents, pixCode }: BankBoleto, change = (text: string): string => text): ShopBoleto {
  const amount = formatAmount(amountCents);
  return { chargeId, line: change(line), dueDate, amount, payee: 'Casa Neblina Cafés Ltda.', ...(pixCode !== undefined && { pixCode }) };
}

function describeBoleto({ chargeId, amountCents, dueDate, payments, pixCode }: BankBoleto): ShownBoleto {
  const [payableUntil, expiresAt] = [getPayableEnd(dueDate), getClearingEnd(dueDate)];
  return { chargeId, amountCents, dueDate, payments, isHybrid: pixCode !== undefined, payableUntil, expiresAt };
}

/**
 * Creates the line of a boleto from its bar code: the bank, the currency (9), the general check digit, the factor of the due date, the
 * amount and 25 digits of the bank's own.
 */
function createLine(dueDate: string, amountCents: number, ownDigits: string): string {
  const factor = 1000 + (Date.parse(dueDate) - FACTOR_1000) / DAY_MS;
  const start = `${BANK_NUMBER}9`;
  const rest = `${factor}${String(amountCents).padStart(10, '0')}${ownDigits}`;
  const answer = parseBoleto(start + computeModulo11(start + rest) + rest, dueDate);
  if (!answer.ok) throw new Error(`The demo's bank made a boleto with this fault: ${answer.reason}`);
  return answer.boleto.line;
}

/** Computes the general check digit of a bar code. From the right, the digits are multiplied by 2 to 9, again and again. */
function computeModulo11(digits: string): number {
  const sum = [...digits].toReversed().reduce((total, digit, index) => total + Number(digit) * (2 + (index % 8)), 0);
  const digit = 11 - (sum % 11);
  return digit > 9 ? 1 : digit;
}

function createPixCode(chargeId: string, amountCents: number): string {
  const { host, ...merchant } = RECEIVER;
  return formatBrCode({ ...merchant, url: `${host}/v2/cobv/${chargeId}`, amountCents, txid: '***' });
}

/** Changes the last digit of the bank's own, so that no check digit agrees. */
function changeDigit(line: string): string {
  const place = 30;
  return `${line.slice(0, place)}${(Number(line[place]) + 1) % 10}${line.slice(place + 1)}`;
}

/** Waits until the shop gives up, as it does when its bank does not respond. */
async function waitForAbort(signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  signal.throwIfAborted();
}
