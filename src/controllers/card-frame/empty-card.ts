import type { CardState } from '../../channel/card-state.js';

/** What is known of a card of which the frame has said nothing. */
export const EMPTY_CARD: CardState = {
  brand: 'unknown',
  hasNumber: false,
  isTyped: false,
  wrong: [
    { field: 'number', key: 'numberEmpty' },
    { field: 'holderName', key: 'holderEmpty' },
    { field: 'expirationDate', key: 'expirationEmpty' },
    { field: 'securityCode', key: 'codeEmpty' },
  ],
  marked: [],
};
