import { findLeaks } from '../../support/find-leaks.ts';
import { CARD, cookieOf } from './shoppers.mjs';

/** Tokens are for the page that asked for one, and stand in no other answer. */
const isTokenAnswer = ({ path, status }) => path === 'token' && status === 200;

/** Values of maps too, as text. */
const describe = (value) => JSON.stringify(value, (_, part) => (part instanceof Map ? [...part] : part));

/**
 * Where card digits, tokens or cookies stand in what a shop said, told of or wrote down: one line for each.
 *
 * @param {Pick<import('./shop.mjs').Shop, 'events' | 'answers' | 'memory' | 'tokens' | 'settled' | 'delivered'>} shop
 */
export function findTraces({ events, answers, memory, tokens, settled, delivered }) {
  const cookies = ['ana', 'bia'].map((session) => cookieOf(session).split('=')[1]);
  const secrets = { numbers: new Set(), typedNumbers: new Set([CARD.number]), texts: new Set([CARD.securityCode, ...cookies]) };
  const described = answers.map(({ path, text, headers }) => ({
    where: `an answer of ${path}`,
    text: `${text} ${describe([...headers])}`,
  }));
  const kept = [
    ...events.map((event) => ({ where: `the event ${event.type}`, text: describe(event) })),
    { where: 'the ledger', text: describe(memory) },
    { where: 'the payments', text: describe([settled, delivered]) },
  ];
  const tokenless = [...kept, ...described.filter((_, index) => !isTokenAnswer(answers[index]))];
  const leaks = tokens.flatMap((token) => tokenless.filter(({ text }) => text.includes(token)));
  return [...findLeaks([...kept, ...described], secrets), ...leaks.map(({ where }) => `a token in ${where}`)];
}
