/** The peers: their pages, what they are, and where their field is. */

/**
 * @typedef {object} Peer
 * @property {string} id The name of its page in `pages`, and of its row.
 * @property {string} title
 * @property {string[]} packages What its page imports.
 * @property {string[]} [frame] The path to the frame with the field, as the page shows it when it can be used. Without it the field is in the page.
 */

/** @type {Peer[]} */
export const PEERS = [
  { id: 'imask', title: 'a hand-written form with imask', packages: ['imask'] },
  {
    id: 'braintree-fields',
    title: "Braintree's hosted fields",
    packages: ['braintree-web'],
    frame: ['iframe[name=braintree-hosted-field-number]'],
  },
  {
    id: 'braintree-drop-in',
    title: "Braintree's drop-in",
    packages: ['braintree-web-drop-in'],
    frame: ['.braintree-loaded iframe[name=braintree-hosted-field-number]'],
  },
  { id: 'adyen-card', title: "Adyen's card", packages: ['@adyen/adyen-web'], frame: ['[data-cse=encryptedCardNumber] iframe'] },
  {
    id: 'adyen-card-pix',
    title: "Adyen's card and Pix",
    packages: ['@adyen/adyen-web'],
    frame: ['[data-cse=encryptedCardNumber] iframe'],
  },
];
