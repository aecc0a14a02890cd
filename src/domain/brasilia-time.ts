/** The time from midnight in UTC to midnight in Brasília, which has had no daylight saving since 2019, ms. */
export const BRASILIA_OFFSET_MS = 3 * 3_600_000;
