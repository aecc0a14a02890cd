import { formatCardNumber } from 'balcao/domain';
import { magicCards } from 'balcao/sandbox';
import type { MagicCard } from 'balcao/sandbox';
import { wireCopyButton } from '../page/copy-button.js';
import { createElement, findElement } from '../page/find-element.js';

/** What a number does, for the person who picks one. A number that is not named here shows its outcome alone. */
const NOTES: ReadonlyMap<string, string> = new Map([
  ['4111111111111111', 'Visa · aprova'],
  ['5555555555554444', 'Mastercard · aprova'],
  ['378282246310005', 'Amex · aprova, código de 4 dígitos'],
  ['4000000000000002', 'Visa · o emissor recusa'],
  ['4000000000009995', 'Visa · recusa com 402'],
  ['4100000000000019', 'Visa · o serviço proíbe (403), nada é cobrado'],
  ['4000000000000119', 'Visa · cobra e responde 503'],
  ['4000000000000341', 'Visa · cobra e não responde'],
  ['4000000000000259', 'Visa · aprova depois de 3 s'],
]);

const OUTCOMES: Readonly<Record<MagicCard['outcome'], string>> = {
  approved: 'aprovado',
  declined: 'recusado',
  failed: 'falhou',
  unconfirmed: 'sem confirmação',
};

/** Lists the numbers with a meaning in the sandbox, each with a button that copies it. */
export function mountTestCards(): void {
  findElement('#test-cards', HTMLUListElement).replaceChildren(...magicCards.map(createCard));
}

function createCard({ number, outcome }: MagicCard): HTMLLIElement {
  const card = createElement('li', 'card');
  const grouped = formatCardNumber(number);
  const copy = createElement('button', 'bench-button', 'Copiar');
  copy.type = 'button';
  copy.setAttribute('aria-label', `Copiar ${grouped}`);
  wireCopyButton(copy, () => number);
  card.append(
    createElement('span', 'card-number', grouped),
    copy,
    createElement('span', 'card-note', NOTES.get(number) ?? OUTCOMES[outcome]),
  );
  return card;
}
