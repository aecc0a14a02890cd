import { create, createButton, createButtons, createResult, createSelect, findPlace, carryOut } from './elements.js';
import type { ControlClient } from './control-client.js';
import type { PanelWords } from './words.js';

const MINUTE_MS = 60_000;

/** How far the service's clock can be advanced, in minutes. */
const STEPS = [5, 30];

/** The service's clock. */
export interface ClockSection {
  /** How far it is ahead of this device, ms, as far as the panel has set it. */
  aheadMs(): number;
  /** Sets both clocks right. Resolves when that is done. */
  reset(): Promise<void>;
}

/** Mounts the section where a person sets the service's clock apart from this device's. `onAct` is called after each change. */
export function mountClockSection(send: ControlClient, words: PanelWords['clock'], onAct: () => void): ClockSection {
  const status = createResult('clock-status');
  const device = createSelect(words.offsets, { id: 'clock-device' });
  device.value = '0';
  let advancedMs = 0;
  let appliedMs: number | undefined;
  const aheadMs = (): number => Number(device.value) * MINUTE_MS + advancedMs;
  const apply = (): Promise<void> =>
    carryOut(status, async () => {
      await send('POST clock', { aheadMs: aheadMs() });
      // The first reset only makes sure of what the page takes for granted.
      const isFirstReset = appliedMs === undefined && aheadMs() === 0;
      appliedMs = aheadMs();
      if (!isFirstReset) onAct();
      return aheadMs() === 0 ? words.same : words.apart(aheadMs() / MINUTE_MS);
    });
  const advance = (minutes: number): void => {
    advancedMs += minutes * MINUTE_MS;
    void apply();
  };
  device.addEventListener('change', () => void apply());
  findPlace('clock').append(
    create('label', {}, words.device, device),
    createButtons(...STEPS.map((minutes) => createButton(words.advance(minutes), () => advance(minutes)))),
    status,
    create('p', { class: 'hint' }, words.hint),
  );
  return {
    aheadMs,
    async reset() {
      device.value = '0';
      advancedMs = 0;
      if (appliedMs !== 0) await apply();
    },
  };
}
