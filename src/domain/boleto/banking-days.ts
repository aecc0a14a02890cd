import { addBusinessDays } from '@brazilian-utils/brazilian-utils/add-business-days';
import { isBusinessDay } from '@brazilian-utils/brazilian-utils/is-business-day';
import { BRASILIA_OFFSET_MS } from '../brasilia-time.js';

/**
 * The banking days after a due date in which the money of a bar code still arrives: D+1 by the clearing house (Nuclea, SILOC), and one day
 * each for the paying and the receiving bank.
 */
const CLEARING_DAYS = 3;

/** Returns the day of an instant (epoch ms) in Brasília, as `YYYY-MM-DD`. */
export function getDay(instant: number): string {
  return new Date(instant - BRASILIA_OFFSET_MS).toISOString().slice(0, 10);
}

/**
 * Returns the instant until which a boleto can be paid without delay, epoch ms: the end of its due date, or of the next banking day if
 * banks are closed on that date (Lei 7.089/1983, art. 1).
 */
export function getPayableEnd(dueDate: string): number {
  return getDayEnd(getPayableDay(dueDate));
}

/** Returns the instant from which an unpaid boleto may be called expired, epoch ms: three whole banking days after its last day. */
export function getClearingEnd(dueDate: string): number {
  return getDayEnd(addBankingDays(getPayableDay(dueDate), CLEARING_DAYS));
}

/** Returns the last day on which a boleto can be paid without delay. */
function getPayableDay(dueDate: string): Date {
  const noon = toLocalNoon(dueDate);
  return isBusinessDay(noon) && !isClosed(noon) ? noon : addBankingDays(noon, 1);
}

/** Returns noon of a day (`YYYY-MM-DD`) by the device's own time zone, which is how the library of holidays reads a `Date`. */
export function toLocalNoon(day: string): Date {
  return new Date(`${day}T12:00`);
}

/** Formats the day of a `Date` by the device's own time zone as `YYYY-MM-DD`. */
export function formatLocalDay(date: Date): string {
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
}

/** Returns the end of a day in Brasília, epoch ms. */
function getDayEnd(date: Date): number {
  return Date.parse(`${formatLocalDay(date)}T24:00Z`) + BRASILIA_OFFSET_MS;
}

/** Adds banking days. Years that the library does not know (from 2100) have no holidays. */
function addBankingDays(date: Date, count: number): Date {
  let day = date;
  for (let left = count; left > 0;) {
    day = addBusinessDays(day, 1) ?? new Date(day.getTime() + 86_400_000);
    if (!isClosed(day)) left -= 1;
  }
  return day;
}

/**
 * True if banks clear no payments on a day that the library counts as a business day: Carnival's Monday, and the last business day of each
 * year (FEBRABAN, calendar of the banks).
 */
function isClosed(date: Date): boolean {
  const next = addBusinessDays(date, 1) ?? date;
  return isCarnivalMonday(date) || next.getFullYear() > date.getFullYear();
}

/** True if the day after a Monday is an optional holiday: of these, only Carnival is always on a Tuesday. */
function isCarnivalMonday(date: Date): boolean {
  const next = new Date(date.getTime() + 86_400_000);
  return date.getDay() === 1 && !isBusinessDay(next) && isBusinessDay(next, { includeOptional: false });
}
