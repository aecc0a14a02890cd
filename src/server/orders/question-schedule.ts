/** How often something is asked about that nobody waits for, by its age: as often as news of it is likely, ms. */
const SCHEDULE: readonly { readonly untilAgeMs: number; readonly everyMs: number }[] = [
  { untilAgeMs: 10 * 60_000, everyMs: 30_000 },
  { untilAgeMs: 60 * 60_000, everyMs: 5 * 60_000 },
  { untilAgeMs: 86_400_000, everyMs: 60 * 60_000 },
];

/** However old it is, ms. */
const LONGEST_GAP_MS = 12 * 60 * 60_000;

/** How long after a question the next one comes, by the age of what is asked about, ms. */
export function spaceQuestions(ageMs: number): number {
  return SCHEDULE.find(({ untilAgeMs }) => ageMs < untilAgeMs)?.everyMs ?? LONGEST_GAP_MS;
}
