import { hashState } from './hash-state.js';

/** One thing that may happen next, and what it leads to. */
export interface Transition<State> {
  /** What happens, in a few words: a trace is read by people. */
  name: string;
  next: State;
}

/** A rule that must hold. */
export interface Invariant<State> {
  /** The sentence of docs/reliability.md that it holds, word by word. */
  sentence: string;
  /** Whether it speaks of a state alone, however that came about: then each state is judged once. */
  isOfState?: boolean;
  /** Says what is wrong after a transition; `undefined` where nothing is. */
  judge: (after: State, before: State) => string | undefined | Promise<string | undefined>;
}

/** A world that is explored. States are plain data, and are never changed. */
export interface ExploredWorld<State> {
  first: State;
  /** Everything that may happen next. */
  list: (state: State) => Transition<State>[];
  /** Returns the same value for states that differ only in names, such as the first tab and the second: one of them is enough. */
  identify?: (state: State) => unknown;
  invariants: readonly Invariant<State>[];
}

/** How far a search goes. */
export interface SearchBound {
  /** How many transitions a trace has at most. */
  depth: number;
  /** After so many states the search ends, whatever the depth: the limit against a world that has grown. */
  states?: number;
}

/** What broke a rule, and the shortest way there. */
export interface Counterexample {
  sentence: string;
  problem: string;
  /** The names of the transitions from the first state on. */
  trace: string[];
}

/** What a search came to. */
export interface Exploration {
  states: number;
  transitions: number;
  /** The longest trace that was looked at. */
  depth: number;
  /** Whether no more states can be reached: the bound has cut nothing off. */
  isWhole: boolean;
  /** The first counterexample of each rule, all of one length. */
  counterexamples: Counterexample[];
}

/** Where a state was come from: by its number, and by which transition of it. */
interface Origins {
  parents: number[];
  names: number[];
}

/**
 * Looks at every state that can be reached within a bound, breadth first, so that the first counterexample of a rule is a shortest one. A state
 * that is known is not gone on from, however it was reached: states are told apart by a hash of 53 bits, so that among ten million two are
 * taken for one with a chance below 1 %. Where a rule is broken, the search ends with the traces of that length.
 */
export async function explore<State>(
  { first, list, identify = (state) => state, invariants }: ExploredWorld<State>,
  { depth: limit, states: most = Infinity }: SearchBound,
): Promise<Exploration> {
  const known = new Set([hashState(identify(first))]);
  const origins: Origins = { parents: [-1], names: [-1] };
  const words = new Map<string, number>();
  const found = new Map<string, Counterexample>();
  let level: { state: State; index: number }[] = [{ state: first, index: 0 }];
  let transitions = 0;
  let depth = 0;
  while (level.length > 0 && depth < limit && known.size < most && found.size === 0) {
    depth += 1;
    const nextLevel: typeof level = [];
    for (const { state, index } of level) {
      for (const { name, next } of list(state)) {
        transitions += 1;
        const hash = hashState(identify(next));
        const isKnown = known.has(hash);
        known.add(hash);
        let isBroken = false;
        for (const { sentence, judge, isOfState = false } of invariants) {
          if (isOfState && isKnown) continue;
          const judged = judge(next, state);
          const problem = judged instanceof Promise ? await judged : judged;
          if (problem === undefined) continue;
          isBroken = true;
          if (!found.has(sentence)) found.set(sentence, { sentence, problem, trace: [...readTrace(origins, words, index), name] });
        }
        if (isKnown || isBroken) continue;
        if (!words.has(name)) words.set(name, words.size);
        origins.parents.push(index);
        origins.names.push(words.get(name) ?? -1);
        nextLevel.push({ state: next, index: origins.parents.length - 1 });
      }
    }
    level = nextLevel;
  }
  return { states: known.size, transitions, depth, isWhole: level.length === 0, counterexamples: [...found.values()] };
}

/** A search in one line, for whoever reads the run. */
export function describeExploration(name: string, { states, transitions, depth, isWhole }: Exploration, ms: number): string {
  const bound = isWhole ? 'all that can be reached' : `all traces of up to ${depth} steps`;
  return `explorer, ${name}: ${states} states, ${transitions} transitions, ${bound}, ${(ms / 1000).toFixed(1)} s`;
}

function readTrace({ parents, names }: Origins, words: ReadonlyMap<string, number>, index: number): string[] {
  const list = [...words.keys()];
  const trace: string[] = [];
  for (let at = index; at > 0; at = parents[at] ?? 0) trace.unshift(list[names[at] ?? -1] ?? '');
  return trace;
}
