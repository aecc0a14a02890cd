import type { BenchTab } from '../bench/bench-tab.js';
import { announce } from '../page/announcer.js';
import { createElement, findElement } from '../page/find-element.js';
import { OutOfReachError } from './checkout-hands.js';
import { mountScenarioStrip } from './scenario-strip.js';
import type { Scenario } from './scenarios.js';
import type { ScenarioTools } from './scenario-tools.js';

/** The width at which the bench covers the checkout. There, the bench closes when a scenario begins. */
const NARROW = '(max-width: 59.99rem)';

/** The instruction if the card fields are in a frame. */
const TYPE_IT = 'A página não alcança o quadro isolado: digite 4111 1111 1111 1111, validade futura e código quaisquer, e pague.';

/** Mounts a button for every scenario, which prepares it and shows the next step. Only one scenario is active at a time. */
export function mountScenarioPanel(scenarios: readonly Scenario[], tools: ScenarioTools, tab: BenchTab): void {
  const strip = mountScenarioStrip(() => stop());
  const buttons = new Map(scenarios.map((scenario) => [scenario, createButton(scenario)]));
  let running = new AbortController();

  const stop = (): void => {
    running.abort();
    tools.end();
    for (const button of buttons.values()) button.setAttribute('aria-pressed', 'false');
  };
  const start = async (scenario: Scenario): Promise<void> => {
    stop();
    running = new AbortController();
    const { signal } = running;
    buttons.get(scenario)?.setAttribute('aria-pressed', 'true');
    const say = (words: string, actions: Scenario['actions'] = []): void => {
      if (signal.aborted) return;
      strip.show(
        scenario.label,
        words,
        actions.map(({ label, run }) => ({ label, run: () => attempt(run) })),
      );
      announce(words);
    };
    const attempt = async (work: (tools: ScenarioTools) => Promise<void>): Promise<boolean> => {
      try {
        await work(tools);
        return true;
      } catch (error) {
        say(error instanceof OutOfReachError ? TYPE_IT : 'Não deu certo: o sandbox não respondeu.');
        return false;
      }
    };
    say('Preparando…');
    if (!(await attempt((hands) => hands.begin()))) return;
    const { event, says, run } = scenario.end;
    let isOver = false;
    const finish = async (): Promise<void> => {
      isOver = true;
      if (!run || (await attempt(run))) say(says, [{ label: 'De novo', run: () => start(scenario) }]);
    };
    document.addEventListener(event, () => void finish(), { signal, once: true });
    if ((await attempt((hands) => scenario.prepare(hands))) && !isOver) say(scenario.next, scenario.actions);
  };

  for (const [scenario, button] of buttons)
    button.addEventListener('click', () => {
      if (matchMedia(NARROW).matches) {
        tab.close();
        findElement('#pagamento', HTMLElement).focus();
      }
      void start(scenario);
    });
  findElement('#scenarios', HTMLElement).replaceChildren(...buttons.values());
}

function createButton({ id, label, about, tone }: Scenario): HTMLButtonElement {
  const button = createElement('button', 'scenario');
  button.type = 'button';
  button.id = `scenario-${id}`;
  button.dataset['tone'] = tone;
  button.setAttribute('aria-pressed', 'false');
  button.append(createElement('span', 'scenario-label', label), createElement('span', 'scenario-about', about));
  return button;
}
