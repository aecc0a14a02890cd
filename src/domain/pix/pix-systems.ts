// prettier-ignore
/**
 * The payment systems whose status words are known (`status-words.ts`), in small letters. A system is found by the beginning of its name.
 * So a longer name comes before a shorter name with which it begins.
 */
const SYSTEMS = [
  'bcb texts', 'bcb api pix cobr', 'bcb api pix devolucao', 'bcb', 'efi', 'mercado pago orders', 'mercado pago', 'asaas', 'pagbank',
  'pagar.me v1', 'pagar.me', 'woovi', 'cora', 'celcoin', 'zoop', 'cielo pix', 'cielo', 'bradesco', 'iugu', 'abacatepay', 'transfeera',
  'paghiper', 'payzu', 'pushin pay', 'stripe', 'adyen', 'bloobank', 'pagstar', 'intopays', 'pluggy', 'plain portuguese',
] as const;

/** A payment system whose status words are known. */
export type PixSystem = (typeof SYSTEMS)[number];

/** Other names of systems: of a product, or a former name. */
const OTHER_NAMES: Readonly<Record<string, PixSystem>> = { gerencianet: 'efi', pagseguro: 'pagbank', openpix: 'woovi' };

/** The names of all systems in the table. */
export const PIX_SYSTEMS: readonly string[] = [...SYSTEMS, ...Object.keys(OTHER_NAMES)];

/** The systems by their names, which are reduced to letters and digits. */
const BY_NAME: readonly (readonly [letters: string, system: PixSystem])[] = [
  ...SYSTEMS.map((system) => [system, system] as const),
  ...Object.entries(OTHER_NAMES),
].map(([name, system]) => [keepLetters(name), system]);

/** Finds the system of a name. The name must be that system's name, or begin with it. */
export function findPixSystem(name: string): PixSystem | undefined {
  const letters = keepLetters(name);
  return BY_NAME.find(([known]) => letters.startsWith(known))?.[1];
}

/** True if a name is that of a system in the table. */
export function isPixSystem(name: unknown): boolean {
  return typeof name === 'string' && findPixSystem(name) !== undefined;
}

/** Reduces a name to its lowercase letters and digits, without accents. */
function keepLetters(name: string): string {
  return dropAccents(name)
    .toLowerCase()
    .replace(/[^a-z\d]/g, '');
}

/** Removes the accents of a text. */
export function dropAccents(text: string): string {
  return text.normalize('NFD').replace(/[\u0300-\u036f]/g, '');
}
