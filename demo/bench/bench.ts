import { isRelayed } from '../page/demo-config.js';
import type { DemoConfig } from '../page/demo-config.js';
import { mountBoletoPanel } from './boleto-panel.js';
import { mountEventLog } from './event-log.js';
import { mountFaultPanel } from './fault-panel.js';
import { findElement } from '../page/find-element.js';
import { mountLanguageSelect } from './language-select.js';
import { mountFeePayerSelect } from './fee-payer-select.js';
import { mountFeeTableSelect } from './fee-table-select.js';
import { mountFrameSwitch } from './frame-switch.js';
import { mountBenchTab } from './bench-tab.js';
import { comeBack, createSandboxControl } from './sandbox-control.js';
import { portuguese } from './sandbox-words.js';
import { mountSnippet } from './snippet.js';
import { mountPanel } from '../../src/bin/sandbox/panel/panel.js';
import { mountThemeEditor } from '../theme-editor/theme-editor.js';
import { mountThemeSwitch } from './theme-switch.js';
import { mountScenarioPanel } from '../scenarios/scenario-panel.js';
import { createScenarioTools } from '../scenarios/scenario-tools.js';
import { scenarios } from '../scenarios/scenarios.js';
import { mountAccountPanel } from './account-panel.js';
import { mountNotebookPanel } from './notebook-panel.js';
import { createShopDesk } from './shop-desk.js';
import type { ShopAddresses } from '../page/shop-addresses.js';
import type { PageOrder } from '../storefront/order.js';

/** The note about the service behind the page, by mode. */
const MODES: Readonly<Record<DemoConfig['mode'], string>> = {
  sandbox: 'Sandbox: nada é cobrado de verdade.',
  live: 'Serviço real: cobranças de verdade.',
  worker: 'Simulação: nada sai do navegador.',
};

/** The parts of the page that the bench needs. */
export interface BenchParts {
  checkout: HTMLElement;
  config: DemoConfig;
  order: PageOrder;
  addresses: ShopAddresses;
}

/** Mounts the developer's side of the page, which a button opens. With a real service, the controls of the sandbox are left out. */
export async function mountBench({ checkout, config, order, addresses }: BenchParts): Promise<void> {
  mountThemeSwitch(findElement('#theme-switch', HTMLFieldSetElement));
  mountLanguageSelect(findElement('#language', HTMLSelectElement), checkout);
  mountFeePayerSelect(findElement('#fee-payer', HTMLSelectElement), checkout);
  mountFeeTableSelect(findElement('#fee-table', HTMLSelectElement), checkout, config.shopUrl);
  mountFrameSwitch(findElement('#frame-switch', HTMLFieldSetElement), checkout, config.frameUrl);
  mountThemeEditor(checkout);
  mountEventLog();
  mountSnippet(checkout);
  findElement('#bench-mode', HTMLElement).textContent = MODES[config.mode];
  for (const section of document.querySelectorAll<HTMLElement>('[data-sandbox-only]')) section.hidden = config.mode === 'live';
  for (const section of document.querySelectorAll<HTMLElement>('[data-worker-only]')) section.hidden = config.mode !== 'worker';
  for (const section of document.querySelectorAll<HTMLElement>('[data-server-only]')) section.hidden = config.mode !== 'sandbox';
  const desk = createShopDesk(config.storeUrl);
  mountNotebookPanel(checkout, desk);
  if (config.mode === 'sandbox') mountAccountPanel(checkout, desk, config.shopUrl);
  const tab = mountBenchTab();
  if (config.controlUrl === undefined) return;
  const bench = findElement('#bancada', HTMLElement);
  const { send, clock } = await mountPanel({ url: config.controlUrl, words: portuguese, onAct: comeBack, isSeen: () => !bench.hidden });
  mountPixChoices(checkout, addresses);
  const control = createSandboxControl(send, config.storeUrl);
  const faults = mountFaultPanel(control, { isRelayed: isRelayed(config) });
  const boleto = mountBoletoPanel({ checkout, desk, control, addresses, clock });
  const tools = createScenarioTools({ checkout, order, control, faults, clock, boleto });
  mountScenarioPanel(
    scenarios.filter(({ needs }) => !(isRelayed(config) && needs)),
    tools,
    tab,
  );
  await clock.reset();
}

/** Mounts the choices of the next Pix code's lifetime, and of the shop's stream, which notifies the page of payments. */
function mountPixChoices(checkout: HTMLElement, addresses: ShopAddresses): void {
  findElement('#pix-life', HTMLSelectElement).addEventListener('change', ({ target }) => {
    if (target instanceof HTMLSelectElement) checkout.setAttribute('pix-expires-in', target.value);
  });
  findElement('#pix-stream', HTMLFieldSetElement).addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement) addresses.setStream(target.value === 'on');
  });
  // The chosen fault is used up by the next code, which is created or refused.
  const next = findElement('#pix-next', HTMLSelectElement);
  for (const name of ['balcao-pix-created', 'balcao-failed']) document.addEventListener(name, () => (next.value = ''));
}
