import { readPixStatus, STATUS_FIELDS } from '../../../domain/pix/status.js';
import { STATUS_WORDS, type SystemWords } from '../../../domain/pix/status-words.js';

/** How deep a response is looked through for its status word. */
const MAX_DEPTH = 4;

/** Where a response has its status word: the names of the fields that lead to it. */
export type WordPath = readonly string[];

/** The systems of the table that mean `pending` by one word and, where it is known, `paid` by the other. */
export function listSystems(pending: unknown, paid?: unknown): string[] {
  return STATUS_WORDS.map(({ system }) => system).filter(
    (system) => readPixStatus(pending, system) === 'pending' && (paid === undefined || readPixStatus(paid, system) === 'paid'),
  );
}

/** Of systems that all mean `paid` by the word that was seen, the one that means it by the fewest words. */
export function findStrictest(systems: readonly string[]): string | undefined {
  const rows: readonly SystemWords[] = STATUS_WORDS;
  const countPaid = (name: string): number => rows.find(({ system }) => system === name)?.paid?.split(' ').length ?? 0;
  return systems.toSorted((one, other) => countPaid(one) - countPaid(other))[0];
}

/**
 * Where the status word of a new charge may be: in a field that some system calls pending, else in any field of such a name. Where the
 * default profile looks comes first.
 */
export function findWordPaths(body: unknown): WordPath[] {
  const leaves = listLeaves(body, []);
  const isNamed = ({ path }: Leaf): boolean => STATUS_FIELDS.some((field) => field === path.at(-1));
  // A number says nothing in a field of another name.
  const isPending = (leaf: Leaf): boolean => (typeof leaf.value === 'string' || isNamed(leaf)) && listSystems(leaf.value).length > 0;
  const isDefault = ({ path }: Leaf): boolean => isDefaultPath(path);
  const pending = leaves.filter(isPending);
  const choices = [pending.filter(isDefault), pending.filter(isNamed), pending, leaves.filter(isDefault), leaves.filter(isNamed)];
  return choices.find((found) => found.length > 0)?.map(({ path }) => path) ?? [];
}

/** True if the default profile reads this field. */
export function isDefaultPath(path: WordPath): boolean {
  return path.length === 1 && STATUS_FIELDS.some((field) => field === path[0]);
}

/** The word at a place of a response. */
export function getWord(body: unknown, path: WordPath): unknown {
  return listLeaves(body, []).find((leaf) => leaf.path.join('\n') === path.join('\n'))?.value;
}

/** Reads the word at its place as JavaScript, for `profile.pixStatus.read`. */
export function formatRead(path: WordPath, system: string | undefined): string {
  return `(body) => ${formatWordCall(path, system)}`;
}

/** Reads the word at its place of `body` as JavaScript. */
export function formatWordCall(path: WordPath, system: string | undefined): string {
  const place = path.map((name) => (/^[a-z_$][\w$]*$/i.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`)).join('?');
  return `readPixStatus(body${place.replaceAll('?[', '?.[')}${system === undefined ? '' : `, '${system}'`})`;
}

interface Leaf {
  path: WordPath;
  value: string | number;
}

function listLeaves(value: unknown, path: WordPath): Leaf[] {
  if (typeof value === 'string' || typeof value === 'number') return [{ path, value }];
  if (typeof value !== 'object' || value === null || path.length >= MAX_DEPTH) return [];
  return Object.entries(value).flatMap(([name, inner]) => listLeaves(inner, [...path, name]));
}
