import { createElement, findElement } from '../page/find-element.js';
import type { ShopAddresses } from '../page/shop-addresses.js';
import type { PixStep, SandboxControl } from './sandbox-control.js';

/** What a person can make happen to the latest Pix charge of the sandbox. */
interface PixButton {
  label: string;
  steps: readonly PixStep[];
  done: string;
}

const BUTTONS: readonly PixButton[] = [
  { label: 'Simular pagamento', steps: ['settle', 'return'], done: 'Pago no app do banco; o comprador voltou para a página.' },
  { label: 'Vencer agora', steps: ['expire', 'return'], done: 'O código venceu no serviço.' },
  { label: 'Vencer e pagar atrasado', steps: ['expire', 'return', 'wait', 'settle', 'return'], done: 'Venceu, e foi pago depois.' },
  { label: 'Cancelar', steps: ['cancel', 'return'], done: 'O serviço cancelou a cobrança.' },
];

/** Lets a person play the bank: pay, pay late, let the code expire, spoil the next one; with and without the shop's stream. */
export function mountPixPanel(control: SandboxControl, addresses: ShopAddresses): void {
  const status = findElement('#pix-status', HTMLElement);
  const run = (work: Promise<void>, done: string): void => {
    work.then(
      () => (status.textContent = done),
      () => (status.textContent = 'Gere um código Pix primeiro.'),
    );
  };
  const buttons = BUTTONS.map(({ label, steps, done }) => {
    const button = createElement('button', 'bench-button', label);
    button.type = 'button';
    button.addEventListener('click', () => run(control.playPix(steps), done));
    return button;
  });
  findElement('#pix-actions', HTMLElement).replaceChildren(...buttons);

  const spoil = findElement('#pix-next', HTMLSelectElement);
  spoil.addEventListener('change', () => run(control.armPix(spoil.value), 'Vale para o próximo código.'));
  for (const name of ['balcao-pix-created', 'balcao-failed']) document.addEventListener(name, () => (spoil.value = ''));

  const stream = findElement('#pix-stream', HTMLFieldSetElement);
  stream.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement) addresses.setStream(target.value === 'on');
  });
}
