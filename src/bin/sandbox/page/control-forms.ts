import { faultKinds } from '../../../sandbox/faults/faults.js';
import { HTTP_METHODS } from '../../../sandbox/operations.js';
import { create, find } from './page-elements.js';
import { carryOut, send } from './page-requests.js';

/** Lets the person plan faults, and release what they keep waiting. */
export function openFaultForm(): void {
  const form = find('fault', HTMLFormElement);
  const result = find('fault-result', HTMLElement);
  addOptions(form, 'operation', Object.keys(HTTP_METHODS));
  addOptions(form, 'fault', Object.keys(faultKinds));
  const showAbout = (): void => {
    const fault = new FormData(form).get('fault');
    const kind = Object.entries(faultKinds).find(([name]) => name === fault)?.[1];
    find('fault-about', HTMLElement).textContent = kind ? `${kind.about}. ${kind.charges ? 'It is carried out.' : ''}` : '';
  };
  form.addEventListener('change', showAbout);
  showAbout();
  onSubmit(form, result, async (values) => {
    const { operation, fault, times } = values;
    await send('POST faults', { operation, fault, times: Number(times) });
    return `Planned for ${operation}: ${fault}, ${times} times.`;
  });
  onClick('clear-faults', result, async () => {
    await send('DELETE faults');
    return 'Nothing is planned.';
  });
  onClick('release', result, async () => {
    const { released } = await send('POST release');
    return `Released: ${released}.`;
  });
}

/** Lets the person issue and revoke tokens. */
export function openTokenForm(): void {
  const result = find('token-result', HTMLElement);
  onSubmit(find('token', HTMLFormElement), result, async ({ expiresIn }) => {
    const { token } = await send('POST token', { expiresIn: Number(expiresIn) });
    return token;
  });
  onClick('revoke', result, async () => {
    await send('POST revoke');
    return 'No token is valid now.';
  });
}

/** Calls `work` with the values of a form when it is sent, and shows what it returns. */
export function onSubmit(form: HTMLFormElement, result: HTMLElement, work: (values: Record<string, string>) => Promise<string>): void {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const values = [...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value : ''] as const);
    void carryOut(result, () => work(Object.fromEntries(values)));
  });
}

function onClick(id: string, result: HTMLElement, work: () => Promise<string>): void {
  find(id, HTMLButtonElement).addEventListener('click', () => void carryOut(result, work));
}

function addOptions(form: HTMLFormElement, name: string, words: readonly string[]): void {
  const select = form.elements.namedItem(name);
  if (select instanceof HTMLSelectElement) select.append(...words.map((word) => create('option', word)));
}
