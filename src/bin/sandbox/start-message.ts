import { CONTROL_SEGMENT } from '../../sandbox/control.js';
import { magicAmounts, magicCards } from '../../sandbox/faults/magic.js';
import { formatCardNumber } from '../../domain/card/number.js';

/** The room that the documents and recipes use; any other name is a service of its own. */
const ROOM = 'demo';

interface Addresses {
  baseUrl: string;
  controlUrl: string;
}

function listAddresses(origin: string): Addresses {
  const baseUrl = `${origin}/${ROOM}/`;
  return { baseUrl, controlUrl: `${baseUrl}${CONTROL_SEGMENT}` };
}

/** Says in words where the sandbox is and what can be tried in it. */
export function formatStart(origin: string): string {
  const { baseUrl, controlUrl } = listAddresses(origin);
  const cards = magicCards.map(({ number, about }) => `  ${formatCardNumber(number).padEnd(19)}  ${about}`);
  const amounts = magicAmounts.map(({ amount, operation, about }) => {
    const method = operation === 'processPayment' ? 'card' : 'Pix';
    return `  ${amount.toFixed(2)}  ${method.padEnd(4)}  ${about}`;
  });
  return [
    `Base URL      ${baseUrl}`,
    `Control page  ${controlUrl}`,
    '',
    'Test cards, with any month and year ahead and any code:',
    ...cards,
    '',
    'Amounts that do something, in reais:',
    ...amounts,
    '',
    'Requests, as they come. Ctrl+C ends the sandbox; what it knows is gone then.',
  ].join('\n');
}

/** The same as one line of JSON. */
export function formatStartJson(origin: string): string {
  return JSON.stringify({ event: 'listening', ...listAddresses(origin), cards: magicCards, amounts: magicAmounts });
}
