import type { DemoConfig } from './demo-config.js';
import { mountEventLog } from './event-log.js';
import { mountFaultPanel } from './fault-panel.js';
import { findElement } from './find-element.js';
import { mountLanguageSelect } from './language-select.js';
import { mountLedger } from './ledger.js';
import { mountFeePayerSelect } from './fee-payer-select.js';
import { createSandboxControl } from './sandbox-control.js';
import { mountPixPanel } from './pix-panel.js';
import { mountSnippet } from './snippet.js';
import { mountTestCards } from './test-cards.js';
import { mountThemeSwitch } from './theme-switch.js';

/** The developer's side of the page. With a real service behind it, what steers the sandbox stays away. */
export function mountBench(checkout: HTMLElement, config: DemoConfig): void {
  mountThemeSwitch(findElement('#theme-switch', HTMLFieldSetElement));
  mountLanguageSelect(findElement('#language', HTMLSelectElement), checkout);
  mountFeePayerSelect(findElement('#fee-payer', HTMLSelectElement), checkout);
  mountEventLog();
  mountSnippet(checkout);
  mountToggle();
  findElement('#bench-mode', HTMLElement).textContent = config.live
    ? 'Serviço real: cobranças de verdade.'
    : 'Sandbox: nada é cobrado de verdade.';
  for (const section of document.querySelectorAll<HTMLElement>('[data-sandbox-only]')) section.hidden = config.live;
  if (config.live) return;
  const control = createSandboxControl(config.baseUrl);
  mountFaultPanel(control);
  mountLedger(control);
  mountTestCards();
  mountPixPanel(checkout, control);
}

function mountToggle(): void {
  const toggle = findElement('#bench-toggle', HTMLButtonElement);
  const body = findElement('#bench-body', HTMLElement);
  const page = findElement('.page', HTMLElement);
  toggle.addEventListener('click', () => {
    body.hidden = !body.hidden;
    toggle.setAttribute('aria-expanded', String(!body.hidden));
    page.dataset['bench'] = body.hidden ? 'closed' : 'open';
    toggle.textContent = body.hidden ? 'Abrir' : 'Recolher';
  });
}
