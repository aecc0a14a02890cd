import { VARIANT_WORDS } from '../../../sandbox/variant.js';
import { onSubmit } from './control-forms.js';
import { create, createSelect, find } from './page-elements.js';
import { carryOut, send } from './page-requests.js';

const CHOICES: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(VARIANT_WORDS));

/** Shows how the service differs, with a field for each key of its variant, and lets the person change it. */
export async function openVariantForm(): Promise<void> {
  const result = find('variant-result', HTMLElement);
  await carryOut(result, async () => {
    const variant = Object.entries(await send('POST options', {}));
    const fields = variant.map(([name, value]) => create('label', name, createField(name, value)));
    find('variant-fields', HTMLElement).replaceChildren(...fields);
    const kinds = new Map(variant.map(([name, value]) => [name, typeof value]));
    onSubmit(find('variant', HTMLFormElement), result, async (values) => {
      await send(
        'POST options',
        Object.fromEntries(Object.entries(values).map(([name, text]) => [name, readValue(text, kinds.get(name))])),
      );
      return 'The service behaves like this from now on.';
    });
    return '';
  });
}

function createField(name: string, value: string | number | boolean): HTMLElement {
  const words = CHOICES.get(name) ?? (typeof value === 'boolean' ? ['true', 'false'] : undefined);
  const field = words ? createSelect(name, words) : create('input');
  field.name = name;
  field.value = String(value);
  return field;
}

function readValue(text: string, kind: string | undefined): string | number | boolean {
  if (kind === 'number') return Number(text);
  return kind === 'boolean' ? text === 'true' : text;
}
