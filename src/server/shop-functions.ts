import { CheckoutError } from '../domain/errors.js';
import { parseTerms } from '../domain/installments/terms.js';
import { isAmountCents } from '../domain/money.js';
import { isPixStatus } from '../domain/pix/status.js';
import { presentFields } from '../domain/present-fields.js';
import { isBroken, nameSqlState, ShopFunctionError } from './broken-code.js';
import type { ReportEvent } from './events.js';
import { findNetwork } from './http/client-address.js';
import { IDENTIFIER_RULE, isIdentifier } from './http/body.js';
import { readOptions } from './option-checks.js';
import type { ShopOrder, ShopServerOptions, WebhookNotice } from './options.js';
import { callInTime, OverrunError } from './time-limits.js';

/** An object of the shop's code, whose fields may be anything. */
type Fields = Readonly<Partial<Record<string, unknown>>>;

/**
 * Guards the functions of the settings that run while a request waits for them. Each has a time limit. One that fails, or that returns what
 * it must not, is reported by its name with the fix, and nothing is opened or sent then. `settled`, `deliver`, `records` and the sources of
 * tokens are guarded by their callers.
 */
export function guardFunctions(options: ShopServerOptions, report: ReportEvent): ShopServerOptions {
  const { orders, cards, customerOf, sessionOf, addressOf, getFees, readWebhook, verifyWebhook, readPixAmount } = options;
  const { boleto, boletoStatus } = orders;
  const guard = createGuard(report);
  const guardNow = createImmediateGuard(report);
  const noteAddress = createAddressNote(report);
  return {
    ...readOptions(options),
    orders: {
      find: async (named, request) => copyOrder(await guard('orders.find', () => orders.find(named, request), findOrderProblem, request)),
      ...(orders.settled && { settled: (payment, tx) => orders.settled?.(payment, tx) ?? Promise.resolve() }),
      ...(orders.deliver && { deliver: (payment) => orders.deliver?.(payment) ?? Promise.resolve() }),
      ...(boleto && {
        boleto: (order, asked) => guard('orders.boleto', () => boleto.call(orders, order, asked), findNoProblem, asked.request),
      }),
      ...(boletoStatus && {
        boletoStatus: (asked, how) => guard('orders.boletoStatus', () => boletoStatus.call(orders, asked, how), findStatusProblem),
      }),
    },
    ...(cards && {
      cards: { find: (cardId, request) => guard('cards.find', () => cards.find(cardId, request), findCardProblem, request) },
    }),
    ...(customerOf && {
      customerOf: (request) => guard('customerOf', () => customerOf.call(options, request), findTextProblem, request),
    }),
    ...(sessionOf && { sessionOf: (request) => guard('sessionOf', () => sessionOf.call(options, request), findTextProblem, request) }),
    ...(addressOf && {
      addressOf: (request) => {
        const address = guardNow('addressOf', () => addressOf.call(options, request), findTextProblem, request);
        noteAddress(address);
        return address;
      },
    }),
    ...(getFees && { getFees: (asked) => guard('getFees', () => getFees.call(options, asked), findNoProblem) }),
    ...(verifyWebhook && {
      verifyWebhook: (request, text) =>
        guard('verifyWebhook', () => verifyWebhook.call(options, request, text), findVerdictProblem, request),
    }),
    ...(readWebhook && {
      readWebhook: (body) =>
        cleanNotice(
          guardNow('readWebhook', () => readWebhook.call(options, body), findNoticeProblem),
          report,
        ),
    }),
    ...(readPixAmount && {
      readPixAmount: (body) => guardNow('readPixAmount', () => readPixAmount.call(options, body), findAmountProblem),
    }),
  };
}

/** Finds the problem of a function's result, in English, with its fix: what comes after the function's name. */
type FindProblem = (result: unknown) => string | undefined;

/** Finds nothing: a fee table and a boleto are checked where they are used. */
const findNoProblem: FindProblem = () => undefined;

/** Creates a guard of functions that may return a promise. */
function createGuard(report: ReportEvent) {
  return async <Result>(
    operation: string,
    call: () => Promise<Result> | Result,
    findProblem: FindProblem,
    request?: Request,
  ): Promise<Result> => {
    const result = await callInTime(operation, call).catch((error: unknown) => refuseError(report, operation, error, request));
    return checkResult(report, operation, result, findProblem);
  };
}

/** Creates a guard of functions that must return at once. */
function createImmediateGuard(report: ReportEvent) {
  return <Result>(operation: string, call: () => Result, findProblem: FindProblem, request?: Request): Result => {
    let result: Result;
    try {
      result = call();
    } catch (error) {
      return refuseError(report, operation, error, request);
    }
    if (result instanceof Promise) {
      // Its rejection has no other handler.
      result.catch(() => undefined);
      return checkResult(report, operation, result, () => 'must return at once, and returned a promise: leave out async.');
    }
    return checkResult(report, operation, result, findProblem);
  };
}

/** Creates a function that warns once of a text that is no address, such as a whole list of them: by it nobody is limited. */
function createAddressNote(report: ReportEvent): (address: string | undefined) => void {
  let isDone = false;
  return (address) => {
    if (isDone || !address || findNetwork(address) !== undefined) return;
    isDone = true;
    const message = 'addressOf must return one address of the visitor, or undefined. It returned other text, so limits know no address.';
    report({ type: 'warning', message });
  };
}

/** Reports the error of a function, and throws its own error. */
function refuseError(report: ReportEvent, operation: string, error: unknown, request: Request | undefined): never {
  const fix = isBroken(error) ? ' An error of the shop’s own code or database: mend what the cause names.' : '';
  const message = error instanceof OverrunError ? error.message : `${operation} failed${nameSqlState(error)}.${fix}`;
  report({ type: 'failure', operation, message, error, ...(request && { request }) });
  throw new ShopFunctionError(message, isBroken(error));
}

/** Returns the result of a function. Reports a result with a problem, and throws. */
function checkResult<Result>(report: ReportEvent, operation: string, result: Result, findProblem: FindProblem): Result {
  const problem = findProblem(result);
  if (problem === undefined) return result;
  const message = `${operation} ${problem}`;
  report({ type: 'failure', operation, message });
  throw new ShopFunctionError(message, true);
}

/** Copies what this server reads of an order, once: what was checked is what is charged. */
function copyOrder(order: ShopOrder | undefined | null): ShopOrder | undefined {
  if (!order) return undefined;
  const { id, amountCents, pixAmountCents, terms, isClosed } = order;
  return presentFields({ id, amountCents, pixAmountCents, terms, isClosed });
}

function findOrderProblem(order: unknown): string | undefined {
  if (isMissing(order)) return undefined;
  if (!isObject(order)) return `must return an order as { id, amountCents }, or undefined, and returned ${describe(order)}.`;
  const { id, amountCents, pixAmountCents, isClosed } = order;
  if (!isIdentifier(id)) {
    const fix = typeof id === 'number' || typeof id === 'bigint' ? ' Write id: String(order.id).' : '';
    return `must return the order’s id, as its row has it: ${IDENTIFIER_RULE}. It returned ${describe(id)}.${fix}`;
  }
  if (!isAmount(amountCents)) return findCentsProblem('amountCents', amountCents);
  if (pixAmountCents !== undefined && !isAmount(pixAmountCents))
    return `${findCentsProblem('pixAmountCents', pixAmountCents)} Leave it out if there is no other price by Pix.`;
  if (typeof isClosed === 'string') return 'must return isClosed as true or false, and returned text.';
  return findTermsProblem(order);
}

function findCentsProblem(field: string, value: unknown): string {
  const fix =
    typeof value === 'string' || typeof value === 'bigint'
      ? ` Drivers return large numbers so: write Number(row.${field === 'amountCents' ? 'amount_cents' : 'pix_cents'}).`
      : typeof value === 'number' && !Number.isInteger(value)
        ? ' R$ 149.90 are 14990: write Math.round(reais * 100).'
        : isMissing(value)
          ? ' Does the row have this column?'
          : '';
  return `must return ${field} as whole cents above 0, and returned ${describe(value)}.${fix}`;
}

function findTermsProblem(order: Fields): string | undefined {
  const { terms }: Pick<ShopOrder, 'terms'> = Object(order);
  try {
    parseTerms(terms);
    return undefined;
  } catch (error) {
    return `must return terms that can be used: ${error instanceof CheckoutError ? error.message : ''}`;
  }
}

function findCardProblem(card: unknown): string | undefined {
  if (isMissing(card) || (isObject(card) && typeof card['cardId'] === 'string')) return undefined;
  const what = isObject(card) ? `a card whose cardId is ${describe(card['cardId'])}` : describe(card);
  return `must return the card as { cardId, brand }, or undefined, and returned ${what}.`;
}

/** Finds the problem of the name of a customer or a session, or of an address. Nothing, and an empty text, mean that there is none. */
function findTextProblem(value: unknown): string | undefined {
  if (isMissing(value) || value === false || value === '' || (typeof value === 'string' && /\S/.test(value))) return undefined;
  const fix = typeof value === 'number' || typeof value === 'bigint' ? ' Write String(id).' : '';
  return `must return text, or undefined if there is none, and returned ${describe(value)}.${fix}`;
}

function findStatusProblem(answer: unknown): string | undefined {
  const { status, paidAmounts = [] }: { status?: unknown; paidAmounts?: unknown } = Object(answer);
  if (!isPixStatus(status)) return `must return { status } in Balcão’s own words, such as "paid", and returned ${describe(status)}.`;
  if (Array.isArray(paidAmounts) && paidAmounts.every(isAmount)) return undefined;
  return 'must return paidAmounts as a list of whole cents above 0, or leave it out.';
}

function findVerdictProblem(isVerified: unknown): string | undefined {
  return typeof isVerified === 'boolean' ? undefined : `must return true or false, and returned ${describe(isVerified)}.`;
}

function findAmountProblem(cents: unknown): string | undefined {
  if (isMissing(cents) || isAmount(cents)) return undefined;
  return `must return whole cents above 0, or undefined, and returned ${describe(cents)}. The amount is unclear.`;
}

function findNoticeProblem(notice: unknown): string | undefined {
  if (isMissing(notice)) return undefined;
  if (isObject(notice) && typeof notice['chargeId'] === 'string' && notice['chargeId'] !== '') return undefined;
  const what = isObject(notice) ? `a notice whose chargeId is ${describe(notice['chargeId'])}` : describe(notice);
  return `must return the notice as { chargeId, status, amountCents }, or undefined for another body, and returned ${what}.`;
}

/** Leaves out the status of a notice if it is no word of Balcão's, and reports it. An amount that is none stays: the payment is unclear. */
function cleanNotice(notice: WebhookNotice | undefined | null, report: ReportEvent): WebhookNotice | undefined {
  if (!notice) return undefined;
  const { chargeId, status, amountCents }: Omit<WebhookNotice, 'status'> & { status?: unknown } = notice;
  const isKnown = isMissing(status) || isPixStatus(status);
  const problem = isKnown ? undefined : `must return status in Balcão’s own words, such as "paid", and returned ${describe(status)}.`;
  const amountProblem = findAmountProblem(amountCents);
  for (const text of [problem, amountProblem && `returned an amount that is none: it ${amountProblem}`]) {
    if (text !== undefined) report({ type: 'failure', operation: 'readWebhook', message: `readWebhook ${text}` });
  }
  return presentFields({ chargeId, status: isPixStatus(status) ? status : undefined, amountCents });
}

function isAmount(value: unknown): value is number {
  return typeof value === 'number' && isAmountCents(value);
}

function isMissing(value: unknown): value is undefined | null {
  return value === undefined || value === null;
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The size from which a number is not named: it may be one of a document or of a card. */
const LARGE_NUMBER = 1e8;

/** Describes a value for a message: of anything that may hold what nobody should read its kind alone. */
function describe(value: unknown): string {
  if (isMissing(value) || typeof value === 'boolean') return String(value);
  if (typeof value === 'number')
    return Math.abs(value) < LARGE_NUMBER || !Number.isFinite(value) ? `the number ${value}` : 'a large number';
  if (typeof value === 'string') return value.trim() === '' ? 'an empty text' : 'text';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
