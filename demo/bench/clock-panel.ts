import { createElement, findElement } from '../page/find-element.js';
import type { SandboxControl } from './sandbox-control.js';

const MINUTE_MS = 60_000;

/** How far the clock of the service can be moved on, in minutes. */
const STEPS = [5, 30];

/** The panel, as a scenario uses it. */
export interface ClockPanel {
  /** Sets every clock right again. Resolves when that is so. */
  reset(): Promise<void>;
}

/**
 * Lets a person set the clock of the service and the shop apart from the device's. For the page that is the same as a device whose clock
 * is wrong; moved on, tokens end and Pix codes expire. How long the next Pix code lives is chosen here too.
 */
export function mountClockPanel(checkout: HTMLElement, control: SandboxControl): ClockPanel {
  const status = findElement('#clock-status', HTMLElement);
  let deviceLateMs = 0;
  let movedMs = 0;
  const apply = async (): Promise<void> => {
    const aheadMs = deviceLateMs + movedMs;
    await control.setClock(aheadMs).then(
      () => (status.textContent = describe(aheadMs)),
      () => (status.textContent = 'O sandbox não respondeu.'),
    );
  };

  findElement('#clock-device', HTMLFieldSetElement).addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return;
    deviceLateMs = Number(target.value) * MINUTE_MS;
    void apply();
  });
  const buttons = STEPS.map((minutes) => {
    const button = createElement('button', 'bench-button', `Avançar ${minutes} min`);
    button.type = 'button';
    button.addEventListener('click', () => {
      movedMs += minutes * MINUTE_MS;
      void apply();
    });
    return button;
  });
  findElement('#clock-steps', HTMLElement).replaceChildren(...buttons);
  findElement('#pix-life', HTMLSelectElement).addEventListener('change', ({ target }) => {
    if (target instanceof HTMLSelectElement) checkout.setAttribute('pix-expires-in', target.value);
  });
  void apply();
  return {
    async reset() {
      if (deviceLateMs + movedMs === 0) return;
      deviceLateMs = movedMs = 0;
      findElement('[name=clock-device][value="0"]', HTMLInputElement).checked = true;
      await apply();
    },
  };
}

function describe(aheadMs: number): string {
  const minutes = Math.abs(aheadMs) / MINUTE_MS;
  if (minutes === 0) return 'O serviço, a loja e este aparelho marcam a mesma hora.';
  return `O serviço e a loja estão ${minutes} min ${aheadMs > 0 ? 'à frente' : 'atrás'} deste aparelho.`;
}
