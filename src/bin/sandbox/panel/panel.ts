import { formatCardNumber } from '../../../domain/card/number.js';
import { magicAmounts, magicCards } from '../../../sandbox/faults/magic.js';
import { mountClockSection, type ClockSection } from './clock-section.js';
import { createControlClient, type ControlClient } from './control-client.js';
import { carryOut, create, createButton, createResult, find, findPlace, formatReais } from './elements.js';
import { mountFaultForm, mountTokenForm, mountVariantForm } from './forms.js';
import { mountPixSection } from './pix-section.js';
import { mountRecordTables } from './record-tables.js';
import type { PanelWords } from './words.js';

/** How often the panel asks for the sandbox's state while it can be seen, ms. */
const PERIOD_MS = 1000;

/** Settings of the panel. */
interface PanelOptions {
  /** Address of the control endpoints, with a slash at its end; an empty one is the page's own folder. */
  url: string;
  words: PanelWords;
  /** Called after a Pix charge or the service's clock was changed. */
  onAct?: () => void;
  /** Returns whether the panel can be seen. */
  isSeen?: () => boolean;
}

/** The panel of one sandbox in a page. */
interface Panel {
  send: ControlClient;
  clock: ClockSection;
}

/**
 * Mounts the panel that shows and controls a sandbox: the control page of `balcao sandbox`, and the demo's bench. A page has a place for each
 * section, `data-panel="pix"`, and one for the connection, `#connection`. Resolves when all of it is shown.
 */
export async function mountPanel({ url, words, onAct, isSeen = () => true }: PanelOptions): Promise<Panel> {
  const send = createControlClient(url);
  const act = (): void => {
    onAct?.();
    void refresh();
  };
  const clock = mountClockSection(send, words.clock, act);
  const showPix = mountPixSection({ send, words: words.pix, now: () => Date.now() + clock.aheadMs(), onAct: act });
  const showRecords = mountRecordTables(words);
  const connection = find('#connection', HTMLElement);
  let shown = '';
  const refresh = async (): Promise<void> => {
    const state = await send('GET state').catch(() => undefined);
    connection.classList.toggle('lost', !state);
    const text = state ? words.running(state.pending.length) : words.lost;
    if (connection.textContent !== text) connection.textContent = text;
    if (!state) return;
    showPix(state.pix);
    const records = JSON.stringify(state);
    if (records !== shown) showRecords(state);
    shown = records;
  };
  const refreshWhileSeen = async (): Promise<void> => {
    if (!document.hidden && isSeen()) await refresh();
    setTimeout(() => void refreshWhileSeen(), PERIOD_MS);
  };
  document.addEventListener('visibilitychange', () => void (document.hidden || refresh()));
  mountFaultForm(send, words.faults);
  mountTokenForm(send, words.tokens);
  mountTestCards(words.cards);
  await Promise.all([refresh(), mountVariantForm(send, words.variant).catch(() => undefined)]);
  void refreshWhileSeen();
  return { send, clock };
}

/** Mounts the list of the card numbers and amounts with a meaning in the sandbox. */
function mountTestCards(words: PanelWords['cards']): void {
  const result = createResult('cards-result');
  const copy = (number: string): Promise<string> =>
    navigator.clipboard.writeText(number).then(
      () => words.copied,
      () => words.notCopied,
    );
  const cards = magicCards.map((card) => {
    const number = formatCardNumber(card.number);
    const button = createButton(words.copy, () => void carryOut(result, () => copy(card.number)), {
      'aria-label': `${words.copy} ${number}`,
    });
    return create('li', {}, create('code', {}, number), create('span', {}, words.describeCard(card)), button);
  });
  const amounts = magicAmounts.map((amount) =>
    create('li', {}, create('code', {}, formatReais(amount.amount)), create('span', {}, words.describeAmount(amount))),
  );
  findPlace('cards').append(
    create('p', { class: 'hint' }, words.hint),
    create('ul', { id: 'cards' }, ...cards),
    result,
    create('ul', { id: 'amounts' }, ...amounts),
  );
}
