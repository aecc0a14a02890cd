import { findPixSystem } from '../../../domain/pix/pix-systems.js';
import { readPixStatus, STATUS_FIELDS } from '../../../domain/pix/status-parser.js';
import { STATUS_WORDS } from '../../../domain/pix/status-words.js';

/** The depth to which a response is searched for its status word. */
const MAX_DEPTH = 4;

/** The place of the status word in a response: the names of the fields that lead to it. */
export type WordPath = readonly string[];

/** Lists the systems of the table that use the word `pending` for a pending charge and, if it is given, the word `paid` for a paid one. */
export function listSystems(pending: unknown, paid?: unknown): string[] {
  return Object.keys(STATUS_WORDS).filter(
    (system) => readPixStatus(pending, system) === 'pending' && (paid === undefined || readPixStatus(paid, system) === 'paid'),
  );
}

/** Finds the system that has the fewest words for `paid`. */
export function findStrictest(systems: readonly string[]): string | undefined {
  const countPaid = (name: string): number => {
    const system = findPixSystem(name);
    return (system && STATUS_WORDS[system].paid?.split(' ').length) ?? 0;
  };
  return systems.toSorted((one, other) => countPaid(one) - countPaid(other))[0];
}

/**
 * Finds the places where the status word of a new charge may be. First choice: fields whose value is a word for `pending` in some system.
 * Second choice: fields with the name of a status field. In both choices, the fields that the default profile reads come first. Returns
 * more than one place if the best choice is ambiguous.
 */
export function findWordPaths(body: unknown): WordPath[] {
  const leaves = listLeaves(body, []);
  const isNamed = ({ path }: Leaf): boolean => STATUS_FIELDS.some((field) => field === path.at(-1));
  // A number counts only in a field with the name of a status field.
  const isPending = (leaf: Leaf): boolean => (typeof leaf.value === 'string' || isNamed(leaf)) && listSystems(leaf.value).length > 0;
  const isDefault = ({ path }: Leaf): boolean => isDefaultPath(path);
  const pending = leaves.filter(isPending);
  const choices = [pending.filter(isDefault), pending.filter(isNamed), pending, leaves.filter(isDefault), leaves.filter(isNamed)];
  return choices.find((found) => found.length > 0)?.map(({ path }) => path) ?? [];
}

/** Returns whether the default profile reads this field. */
export function isDefaultPath(path: WordPath): boolean {
  return path.length === 1 && STATUS_FIELDS.some((field) => field === path[0]);
}

/** Returns the word at a place of a response. */
export function getWord(body: unknown, path: WordPath): unknown {
  return listLeaves(body, []).find((leaf) => leaf.path.join('\n') === path.join('\n'))?.value;
}

/** Formats a JavaScript function that reads the word from its place, for `profile.pixStatus.read`. */
export function formatRead(path: WordPath, system: string | undefined): string {
  return `(body) => ${formatWordCall(path, system)}`;
}

/** Formats a JavaScript expression that reads the word from its place in `body`. */
export function formatWordCall(path: WordPath, system: string | undefined): string {
  const place = path.map((name) => (/^[a-z_$][\w$]*$/i.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`)).join('?');
  return `readPixStatus(body${place.replaceAll('?[', '?.[')}${system === undefined ? '' : `, '${system}'`})`;
}

/** A text or a number in a response, with its place. */
interface Leaf {
  path: WordPath;
  value: string | number;
}

function listLeaves(value: unknown, path: WordPath): Leaf[] {
  if (typeof value === 'string' || typeof value === 'number') return [{ path, value }];
  if (typeof value !== 'object' || value === null || path.length >= MAX_DEPTH) return [];
  return Object.entries(value).flatMap(([name, inner]) => listLeaves(inner, [...path, name]));
}
