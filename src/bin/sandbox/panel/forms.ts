import { faultKinds } from '../../../sandbox/faults/faults.js';
import { HTTP_METHODS } from '../../../sandbox/operations.js';
import { VARIANT_WORDS } from '../../../sandbox/variant.js';
import { carryOut, create, createButton, createButtons, createResult, createSelect, findPlace } from './elements.js';
import type { ControlClient } from './control-client.js';
import type { PanelWords } from './words.js';

/** Mounts the form that plans faults and releases the requests that faults keep waiting. */
export function mountFaultForm(send: ControlClient, words: PanelWords['faults']): void {
  const operation = createSelect(nameThemselves(Object.keys(HTTP_METHODS)), { name: 'operation' });
  const fault = createSelect(nameThemselves(Object.keys(faultKinds)), { name: 'fault' });
  const about = create('p', { class: 'hint', id: 'fault-about', lang: 'en' });
  const showAbout = (): void => {
    const kind = Object.entries(faultKinds).find(([name]) => name === fault.value)?.[1];
    about.textContent = kind ? `${kind.about}. ${kind.charges ? words.carriedOut : ''}` : '';
  };
  fault.setAttribute('aria-describedby', about.id);
  fault.addEventListener('change', showAbout);
  showAbout();
  const times = createNumberInput({ name: 'times', value: '1', max: '99' });
  const { place, result } = mountForm('fault', {
    fields: [
      create('label', {}, words.operation, operation),
      create('label', {}, words.fault, fault),
      about,
      create('label', {}, words.times, times),
    ],
    submit: words.plan,
    onSubmit: async () => {
      await send('POST faults', { operation: operation.value, fault: fault.value, times: Number(times.value) });
      return words.planned(operation.value, fault.value, Number(times.value));
    },
  });
  const clear = async (): Promise<string> => {
    await send('DELETE faults');
    return words.cleared;
  };
  const release = async (): Promise<string> => words.released((await send('POST release')).released);
  place.append(
    createButton(words.clear, () => void carryOut(result, clear)),
    createButton(words.release, () => void carryOut(result, release), { id: 'release' }),
  );
}

/** Mounts the form that issues and revokes tokens. */
export function mountTokenForm(send: ControlClient, words: PanelWords['tokens']): void {
  const life = createNumberInput({ name: 'expiresIn', value: '900' });
  const { place, result } = mountForm('token', {
    fields: [create('label', {}, words.life, life)],
    submit: words.issue,
    onSubmit: async () => (await send('POST token', { expiresIn: Number(life.value) })).token,
  });
  const revoke = async (): Promise<string> => {
    await send('POST revoke');
    return words.revoked;
  };
  place.append(createButton(words.revoke, () => void carryOut(result, revoke)));
}

/** Mounts the form that changes the variant of the service, with a field for each of its keys. */
export async function mountVariantForm(send: ControlClient, words: PanelWords['variant']): Promise<void> {
  const choices: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(VARIANT_WORDS));
  const variant = Object.entries(await send('POST options', {}));
  const fields = variant.map(([name, value]) => {
    const options = choices.get(name) ?? (typeof value === 'boolean' ? ['true', 'false'] : undefined);
    const field = options ? createSelect(nameThemselves(options)) : create('input');
    return { name, type: typeof value, field: Object.assign(field, { name, value: String(value) }) };
  });
  mountForm('variant', {
    fields: [create('div', { class: 'grid' }, ...fields.map(({ name, field }) => create('label', {}, name, field)))],
    submit: words.use,
    onSubmit: async () => {
      await send('POST options', Object.fromEntries(fields.map(({ name, type, field }) => [name, parseValue(field.value, type)])));
      return words.used;
    },
  });
}

/** The content and the action of a form. */
interface FormParts {
  fields: readonly HTMLElement[];
  /** The label of the submit button. */
  submit: string;
  /** Executes the action, and resolves to the text that the form shows afterwards. */
  onSubmit: () => Promise<string>;
}

/** Mounts a form in a section. Returns the element for its buttons and the one for its result. */
function mountForm(section: string, { fields, submit, onSubmit }: FormParts): { place: HTMLElement; result: HTMLElement } {
  const result = createResult(`${section}-result`);
  const place = createButtons(create('button', { class: 'main' }, submit));
  const form = create('form', {}, ...fields, place);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void carryOut(result, onSubmit);
  });
  findPlace(section).append(form, result);
  return { place, result };
}

function createNumberInput(attributes: Readonly<Record<string, string>>): HTMLInputElement {
  return create('input', { type: 'number', min: '1', required: '', ...attributes });
}

/** Returns labels for a `<select>`: the label of each value is the value itself. */
function nameThemselves(values: readonly string[]): Record<string, string> {
  return Object.fromEntries(values.map((value) => [value, value]));
}

function parseValue(text: string, type: string): string | number | boolean {
  if (type === 'number') return Number(text);
  return type === 'boolean' ? text === 'true' : text;
}
