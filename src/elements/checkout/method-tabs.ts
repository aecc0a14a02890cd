import { html, nothing, type TemplateResult } from 'lit';
import type { LocalizeController } from '../../controllers/page/localize-controller.js';
import type { MethodName } from '../../controllers/settings/settings.js';
import type { TextKey } from '../../i18n/pt-br-whole.js';

/** The tabs of a checkout. */
export interface MethodTabs {
  /** All methods of the shop, in their order. */
  all: readonly MethodName[];
  /** Those that have a tab. */
  methods: readonly MethodName[];
  /** Those that can be chosen now: the others keep their place, so that nothing moves under a finger. */
  offered: readonly MethodName[];
  chosen: MethodName;
  localize: LocalizeController;
  choose: (method: MethodName) => void;
}

const LABELS: Readonly<Record<MethodName, TextKey>> = { 'saved-cards': 'methodSaved', card: 'methodCard', pix: 'methodPix' };

/** Renders one tab per method, by the tabs pattern of the ARIA practices: one stop, arrow keys, Home and End choose at once. */
export function renderMethodTabs(tabs: MethodTabs): TemplateResult {
  const { all, methods, offered, chosen, localize } = tabs;
  return html`<div
    part="method-tabs"
    class="tabs"
    role="tablist"
    aria-label=${localize.text('methods')}
    @keydown=${(event: KeyboardEvent) => handleKey(event, tabs)}
  >
    ${all.map((method) =>
      // Each method keeps its button, and so its focus, when another one goes.
      methods.includes(method)
        ? html`<button
            type="button"
            role="tab"
            part="method-tab method-tab-${method}"
            id="tab-${method}"
            aria-controls="panel-${method}"
            aria-selected=${method === chosen}
            aria-disabled=${!offered.includes(method)}
            tabindex=${method === chosen ? 0 : -1}
            @click=${() => offered.includes(method) && tabs.choose(method)}
            .textContent=${localize.text(method === 'card' && methods.includes('saved-cards') ? 'methodNewCard' : LABELS[method])}
          ></button>`
        : nothing,
    )}
  </div>`;
}

function handleKey(event: KeyboardEvent, { offered, chosen, choose }: MethodTabs): void {
  const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };
  const step = steps[event.key];
  const index = event.key === 'Home' ? 0 : event.key === 'End' ? -1 : step && (offered.indexOf(chosen) + step) % offered.length;
  const method = index === undefined ? undefined : offered.at(index);
  if (!method || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  choose(method);
  const list = event.currentTarget;
  if (list instanceof HTMLElement) list.querySelector<HTMLElement>(`#tab-${method}`)?.focus();
}
