import { isRelayed } from '../page/demo-config.js';
import type { DemoConfig } from '../page/demo-config.js';
import { mountClockPanel } from './clock-panel.js';
import { mountEventLog } from './event-log.js';
import { mountFaultPanel } from './fault-panel.js';
import { findElement } from '../page/find-element.js';
import { mountLanguageSelect } from './language-select.js';
import { mountLedger } from './ledger.js';
import { mountFeePayerSelect } from './fee-payer-select.js';
import { mountFeeTableSelect } from './fee-table-select.js';
import { mountFrameSwitch } from './frame-switch.js';
import { mountBenchTab } from './bench-tab.js';
import { createSandboxControl } from './sandbox-control.js';
import { mountPixPanel } from './pix-panel.js';
import { mountSnippet } from './snippet.js';
import { mountTestCards } from './test-cards.js';
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

/** What a person must know of what is behind the page. */
const MODES: Readonly<Record<DemoConfig['mode'], string>> = {
  sandbox: 'Sandbox: nada é cobrado de verdade.',
  live: 'Serviço real: cobranças de verdade.',
  worker: 'Simulação: nada sai do navegador.',
};

/** What the bench works with. */
export interface BenchParts {
  checkout: HTMLElement;
  config: DemoConfig;
  order: PageOrder;
  addresses: ShopAddresses;
}

/** The developer's side of the page, behind its button. With a real service behind it, what steers the sandbox stays away. */
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
  const control = createSandboxControl(config.controlUrl, config.storeUrl);
  const faults = mountFaultPanel(control, { isRelayed: isRelayed(config) });
  const clock = mountClockPanel(checkout, control);
  mountTestCards();
  mountPixPanel(control, addresses);
  const tools = createScenarioTools({ checkout, order, control, faults, clock });
  mountScenarioPanel(
    scenarios.filter(({ needs }) => !(isRelayed(config) && needs)),
    tools,
    tab,
  );
  await mountLedger(control);
}
