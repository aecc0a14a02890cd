/** Formats an instant, epoch ms, as the time of day of this machine: `13:04:05`. */
export function formatClockTime(at: number): string {
  return new Date(at).toTimeString().slice(0, 8);
}
