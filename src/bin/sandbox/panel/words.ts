import type { MagicAmount, MagicCard } from '../../../sandbox/faults/magic.js';

/** The texts of the panel in English. */
export const english = {
  running: (waiting: number) => (waiting > 0 ? `Running, ${waiting} waiting` : 'Running'),
  lost: 'The sandbox does not respond. Is it still running?',
  pix: {
    none: 'No Pix charge yet. Once a shopper asks for a code, it is here to be paid.',
    actions: { settle: 'Pay it', expire: 'Expire', late: 'Expire, then pay', cancel: 'Cancel', fail: 'Fail', refund: 'Refund' },
    name: (action: string, amount: string, time: string) => `${action}: Pix of ${amount}, ${time}`,
    states: { pending: 'pending', paid: 'paid', expired: 'expired', cancelled: 'cancelled', refunded: 'refunded', failed: 'failed' },
    pendingUntil: (time: string) => `pending until ${time}`,
    paidAt: (time: string) => `paid at ${time}`,
    next: 'Next code',
    codes: {
      '': 'Good',
      'pix-tampered': 'Tampered with',
      'pix-resealed:receiver': 'Tampered with and sealed again',
      'pix-withdrawal': 'With a withdrawal',
      'pix-garbage': 'Other text',
    },
    planned: 'The next code will be like this.',
  },
  charges: {
    none: 'No card was charged yet.',
    count: (count: number) => (count === 1 ? '1 charge' : `${count} charges`),
    columns: ['Time', 'Amount', 'Installments', 'Fee paid by', 'Card', 'Identifier'],
  },
  notices: {
    none: 'No notice yet. One is sent to the address in webhookUrl for each paid Pix charge that asked for it.',
    columns: ['Time', 'Address', 'Delivered', 'Tries'],
    delivered: { yes: 'yes', notYet: 'not yet', no: 'no' },
  },
  requests: { none: 'No request yet.', columns: ['Time', 'Method', 'Path', 'Operation'] },
  faults: {
    operation: 'Operation',
    fault: 'What happens',
    carriedOut: 'It is carried out.',
    times: 'How many times',
    plan: 'Plan it',
    planned: (operation: string, fault: string, times: number) => `Planned for ${operation}: ${fault}, ${times} times.`,
    clear: 'Forget what is planned',
    cleared: 'Nothing is planned.',
    release: 'Release waiting requests',
    released: (count: number) => `Released: ${count}.`,
  },
  tokens: {
    life: 'Valid for, seconds',
    issue: 'Issue a token',
    revoke: 'Revoke all tokens',
    revoked: 'No token is valid now.',
  },
  clock: {
    device: "This device's clock",
    offsets: { '10': '−10 min', '0': 'Right', '-10': '+10 min' },
    advance: (minutes: number) => `Advance ${minutes} min`,
    same: 'The service and this device have the same time.',
    apart: (minutes: number) => `The service is ${Math.abs(minutes)} min ${minutes > 0 ? 'ahead of' : 'behind'} this device.`,
    hint: "Only the service's clock changes. To a page that is a device whose clock is wrong; tokens and Pix codes expire by it.",
  },
  cards: {
    hint: 'Any month and year ahead, any code.',
    describeCard: ({ about }: MagicCard) => about,
    describeAmount: ({ operation, about }: MagicAmount) => `${operation === 'processPayment' ? 'card' : 'Pix'}: ${about}`,
    copy: 'Copy',
    copied: 'Copied.',
    notCopied: 'The browser did not allow copying.',
  },
  variant: { use: 'Use this variant', used: 'The service behaves like this from now on.' },
};

/** The texts of the panel in any language. */
export type PanelWords = typeof english;
