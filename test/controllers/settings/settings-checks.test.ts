import { expect } from '@open-wc/testing';
import { checkSettings } from '../../../src/controllers/settings/settings-checks.js';
import { parseSettings, SETTING_NAMES, type Setting, type SettingsInput } from '../../../src/controllers/settings/settings.js';
import { FEE_ROW_SHAPE } from '../../../src/domain/installments/fees.js';
import { OFFER_SHAPE } from '../../../src/domain/installments/offer.js';
import { PIX_SYSTEMS } from '../../../src/domain/pix/pix-systems.js';

const GOOD: SettingsInput = { baseUrl: 'https://payments.example/', tokenUrl: '/token', amount: '149.90' };

/** What is said of settings that are good but for these. Values come as a page without types writes them. */
function problemsOf(input: Record<string, unknown>): string[] {
  const settings: SettingsInput = { ...GOOD, ...input };
  return checkSettings(settings, parseSettings(settings)).map(({ message }) => message);
}

interface Example {
  good: readonly unknown[];
  /** By bad value what is said of it; none where the setting is passed on as it is. */
  bad: readonly (readonly [value: unknown, sentence: string])[];
}

const HTTPS = "Use https: (http: is for localhost and the page's own origin).";

function address(name: string): Example {
  return {
    good: ['https://shop.example/x', '/x', 'http://localhost/x', ' ', null],
    bad: [
      ['http://shop.example/', `${name}="http://shop.example/" cannot be used. ${HTTPS}`],
      ['javascript:alert(1)', `${name}="javascript:alert(1)" cannot be used. ${HTTPS}`],
      ['java\tscript:alert(1)', `${name}="java\tscript:alert(1)" cannot be used. ${HTTPS}`],
      [
        'https://',
        `${name}="https://" cannot be used. Give a whole address, like "https://payments.example/", or a path of this page, like "/payments/".`,
      ],
      ['https://me:word@shop.example/', `${name}="https://me:word@shop.example/" cannot be used. Take the user name and password out.`],
    ],
  };
}

function count(name: string, [min, max, example]: readonly number[]): Example {
  const fix = `Write a whole number from ${min} to ${max}, like ${name}="${example}".`;
  return {
    good: [min, max, String(max), ` ${max} `, '', null],
    bad: ['x', '1.5', -1, Number(max) + 1].map((value) => [value, `${name}="${value}" cannot be used. ${fix}`] as const),
  };
}

const anything: Example = { good: ['x', null], bad: [] };

const AMOUNT = 'Write reais with a point and at most two decimals, above zero, like amount="149.90".';
const PIX_AMOUNT = 'Write what is paid by Pix in reais, at most the amount, like pix-amount="142.41", or leave it out.';
const LEAST = 'Write reais with a point, like min-installment-amount="5.00".';
const BRANDS = 'Write brand names with blanks between, like accepted-brands="visa mastercard elo".';

/** A good and a bad value of each setting. */
const EXAMPLES: Readonly<Record<Setting, Example>> = {
  methods: {
    good: ['pix', 'Pix, CARD', 'saved-cards card pix', ''],
    bad: [['card paypal pix', 'methods="paypal" cannot be used. Write saved-cards, card, pix and boleto with blanks between.']],
  },
  baseUrl: {
    good: ['https://payments.example/', '/payments/', 'http://127.0.0.1:1234/'],
    bad: [
      [' ', 'base-url is missing. Give the address of the payments service, like base-url="https://payments.example/".'],
      [undefined, 'base-url is missing. Give the address of the payments service, like base-url="https://payments.example/".'],
      ['http://payments.example/', `base-url="http://payments.example/" cannot be used. ${HTTPS}`],
    ],
  },
  tokenUrl: {
    good: ['/token', 'https://shop.example/token'],
    bad: [
      [
        '',
        'token-url is missing. Give your shop\'s own endpoint that issues tokens, like token-url="/shop/token", or set the property getToken.',
      ],
      ['http://shop.example/token', `token-url="http://shop.example/token" cannot be used. ${HTTPS}`],
    ],
  },
  frameUrl: {
    good: ['https://pay.provider.example/shop-1/v1/', 'http://localhost:1/frame/', ' ', null],
    bad: [
      [
        '/frame/',
        'frame-url="/frame/" cannot be used. It is of this page\'s own origin, which isolates nothing: serve the frame from another one.',
      ],
      ['http://pay.provider.example/', `frame-url="http://pay.provider.example/" cannot be used. ${HTTPS}`],
      ['https://pay.provider.example/#en', 'frame-url="https://pay.provider.example/#en" cannot be used. Leave out "#".'],
      [
        'https://',
        'frame-url="https://" cannot be used. Give the address of the frame, like frame-url="https://pay.provider.example/shop-1/v1/".',
      ],
    ],
  },
  environment: {
    good: ['sandbox', ' live ', '', null],
    bad: [
      ['production', 'environment="production" cannot be used. Write sandbox or live, or leave it out.'],
      ['Live', 'environment="Live" cannot be used. Write sandbox or live, or leave it out.'],
    ],
  },
  amount: {
    good: ['149.90', '149', 149.9, ' 0.01 '],
    bad: [
      [undefined, `amount is missing. ${AMOUNT}`],
      ['12,3', `amount="12,3" cannot be used. ${AMOUNT}`],
      [0, `amount="0" cannot be used. ${AMOUNT}`],
      ['0.00', `amount="0.00" cannot be used. ${AMOUNT}`],
      ['1.005', `amount="1.005" cannot be used. ${AMOUNT}`],
    ],
  },
  pixAmount: {
    good: ['142.41', '149.90', 149.9, ' 0.01 ', '', null],
    bad: [
      ['149.91', `pix-amount="149.91" is above amount="149.90". ${PIX_AMOUNT}`],
      [1000, `pix-amount="1000.00" is above amount="149.90". ${PIX_AMOUNT}`],
      ['142,41', `pix-amount="142,41" cannot be used. ${PIX_AMOUNT}`],
      ['0', `pix-amount="0" cannot be used. ${PIX_AMOUNT}`],
      ['-1', `pix-amount="-1" cannot be used. ${PIX_AMOUNT}`],
      [{}, `pix-amount="object" cannot be used. ${PIX_AMOUNT}`],
    ],
  },
  orderId: anything,
  customerId: anything,
  maxInstallments: count('max-installments', [1, 99, 12]),
  minInstallmentAmount: { good: ['5.00', 5, ''], bad: [['5,00', `min-installment-amount="5,00" cannot be used. ${LEAST}`]] },
  defaultInstallments: count('default-installments', [1, 99, 1]),
  feePayer: {
    good: ['merchant', 'customer', ' choice '],
    bad: [['shop', 'fee-payer="shop" cannot be used. Write merchant, customer or choice.']],
  },
  feeFreeUpTo: count('fee-free-up-to', [0, 99, 0]),
  acceptedBrands: {
    good: ['visa', 'Visa, ELO american-express', ''],
    bad: [
      ['visa vise', `accepted-brands="vise" cannot be used. ${BRANDS}`],
      ['unknown', `accepted-brands="unknown" cannot be used. ${BRANDS}`],
      // A name that every object has.
      ['visa constructor', `accepted-brands="constructor" cannot be used. ${BRANDS}`],
    ],
  },
  tokenizeExpiration: anything,
  pixExpiresIn: count('pix-expires-in', [1, 31_536_000, 1800]),
  pixWebhook: anything,
  autoAdvance: anything,
  savedCardsShown: count('saved-cards-shown', [1, 99, 5]),
  mask: { good: ['code', ' code ', ''], bad: [['cvv', 'mask="cvv" cannot be used. Write mask="code", or leave it out.']] },
  boletoUrl: address('boleto-url'),
  statusUrl: address('status-url'),
  statusStreamUrl: address('status-stream-url'),
  resolveUrl: address('resolve-url'),
  notifyUrl: address('notify-url'),
  returnUrl: address('return-url'),
  payButton: anything,
  offer: {
    good: [
      undefined,
      null,
      {},
      { financedBy: 'Banco Exemplo S.A.', validUntil: '2026-12-31', from: 'Casa Neblina' },
      { seller: 'Casa Neblina', cnpj: '12.345.678/0001-95' },
    ],
    bad: [
      'x',
      [],
      { financedBy: ' ' },
      { seller: '' },
      { cnpj: '12.345.678/0001-96' },
      { cnpj: 12345678000195 },
      { from: 1 },
      { validUntil: '31/12/2026' },
      { validUntil: '2026-02-30' },
      { bank: 'x' },
    ].map((value) => [value, `offer ${OFFER_SHAPE}.`] as const),
  },
  fees: {
    good: [[], [{ installments: 2, rate: 0.05, whoPaysFee: 'customer', brands: ['elo'] }], undefined],
    bad: [
      [{ 2: 0.05 }, 'fees: fees must be an array.'],
      [[{ installments: '3' }], `fees[0]: ${FEE_ROW_SHAPE}.`],
      [[{ installments: 3, total: '1.00', amount: '149.90' }], 'fees[0]: total is below the amount.'],
      [[{ installments: 3, rate: 4.99 }], 'fees[0]: rate 4.99 would be 499 %: write 0.0499.'],
      [[{ installments: 3 }, { installments: 3 }], 'fees[1]: is a second row for 3 installments.'],
    ],
  },
  feesUrl: address('fees-url'),
  getFees: anything,
  getBoleto: anything,
  feeMode: { good: ['add', 'gross-up', null], bad: [['gross', 'feeMode="gross" cannot be used. Write add or gross-up.']] },
  profile: {
    good: [null, {}, { pixStatus: {} }, { pixStatus: { system: 'Efí' } }, { pixHosts: ['pix.example'] }],
    bad: [
      [{ pixStatus: { system: 'Banco X' } }, `profile.pixStatus.system cannot be used. Its table has ${PIX_SYSTEMS.join(', ')}.`],
      [{ pixHost: ['pix.example'] }, 'profile.pixHost cannot be used.'],
      [{ pixHosts: 'pix.example' }, 'profile.pixHosts cannot be used.'],
    ],
  },
  client: { good: [{}], bad: [] },
  getToken: anything,
  resolveUnconfirmed: anything,
  cardStore: anything,
  texts: anything,
};

describe('checkSettings', () => {
  for (const name of SETTING_NAMES) {
    const { good, bad } = EXAMPLES[name];
    it(`takes what ${name} may be`, () => {
      for (const value of good) expect(problemsOf({ [name]: value }), JSON.stringify(value)).to.deep.equal([]);
    });

    if (bad.length === 0) continue;
    it(`says what is wrong with ${name}, and how to mend it`, () => {
      for (const [value, sentence] of bad) expect(problemsOf({ [name]: value })).to.deep.equal([sentence]);
    });
  }

  it('asks for no service and no token where the page brings its own client', () => {
    expect(problemsOf({ client: {}, baseUrl: '', tokenUrl: '' })).to.deep.equal([]);
    expect(problemsOf({ client: {}, baseUrl: 'http://payments.example/' })).to.have.length(1);
  });

  describe('with a frame of card fields', () => {
    const framed = { frameUrl: 'https://pay.provider.example/', baseUrl: '' };
    const problemsIn = (localName: string, input: SettingsInput): string[] => {
      const settings: SettingsInput = { ...GOOD, ...framed, ...input };
      const owner = { host: document.createElement(localName), parent: undefined, input: settings };
      const outermost = { host: document.createElement(localName) };
      return checkSettings(settings, parseSettings(settings), { ...owner, outermost }).map(({ message }) => message);
    };
    const MISSING = 'base-url is missing. Give the address of the payments service, like base-url="https://payments.example/".';

    it('asks for a service only where Pix is offered', () => {
      expect(problemsIn('balcao-checkout', {})).to.deep.equal([MISSING]);
      expect(problemsIn('balcao-checkout', { methods: 'saved-cards card' })).to.deep.equal([]);
      expect(problemsIn('balcao-pix', {})).to.deep.equal([MISSING]);
      expect(problemsIn('balcao-card-form', {})).to.deep.equal([]);
      expect(problemsIn('balcao-saved-cards', {})).to.deep.equal([]);
    });

    it('asks for a token source whatever else the page has', () => {
      for (const input of [{}, { baseUrl: '/payments/' }, { client: {} }])
        expect(problemsOf({ ...framed, methods: 'card', ...input, tokenUrl: '' }), JSON.stringify(input)).to.have.length(1);
      expect(problemsOf({ ...framed, methods: 'card', tokenUrl: '', getToken: async () => 'tk' })).to.deep.equal([]);
    });
  });

  it('asks for a source of boletos and for the order where a boleto is offered', () => {
    const MISSING =
      'boleto-url is missing. Give your shop\'s own endpoint that makes boletos, like boleto-url="/shop/boleto", or set the property getBoleto.';
    const NO_ORDER = 'order-id is missing. A boleto is made once for each order: write its identifier, like order-id="42".';
    const offered = { methods: 'card boleto', orderId: '42' };
    expect(problemsOf(offered)).to.deep.equal([MISSING]);
    expect(problemsOf({ ...offered, boletoUrl: '/shop/boleto' })).to.deep.equal([]);
    expect(problemsOf({ ...offered, getBoleto: async () => ({}) })).to.deep.equal([]);
    expect(problemsOf({ ...offered, boletoUrl: '/shop/boleto', orderId: undefined })).to.deep.equal([NO_ORDER]);
    expect(problemsOf({ orderId: '42' })).to.deep.equal([]);
  });

  it('asks for no token where a function brings it, or the service is of the page’s own origin', () => {
    expect(problemsOf({ tokenUrl: '', getToken: async () => 'tk' })).to.deep.equal([]);
    expect(problemsOf({ tokenUrl: '', baseUrl: '/payments/' })).to.deep.equal([]);
    expect(problemsOf({ tokenUrl: '', baseUrl: '' })).to.have.length(1);
  });

  it('refuses a page for one environment with a profile of the other', () => {
    expect(problemsOf({ environment: 'live', profile: { environment: 'live' } })).to.deep.equal([]);
    expect(problemsOf({ profile: { environment: 'sandbox' } })).to.deep.equal([]);
    expect(problemsOf({ environment: 'live', profile: { environment: 'sandbox' } })).to.deep.equal([
      'environment="live" does not fit the service: profile.environment says "sandbox". Nothing is sent. Give the address, profile and tokens of the live service, or set environment="sandbox".',
    ]);
  });

  it('names every bad row of the fees, and says nothing of them before there is an amount', () => {
    const fees = [
      { installments: 2, rate: -1 },
      { installments: 3, rate: 0.03 },
      { installments: 4, total: '1', amount: '149.9' },
      { installments: 2 },
    ];
    expect(problemsOf({ fees })).to.deep.equal([`fees[0]: ${FEE_ROW_SHAPE}.`, 'fees[2]: total is below the amount.']);
    expect(problemsOf({ fees, amount: 'x' })).to.have.length(1);
  });

  it('holds the rows to what a customer pays where there is a choice', () => {
    const fees = [{ installments: 3, rate: 0 }];
    expect(problemsOf({ fees, feePayer: 'merchant' })).to.deep.equal([]);
    expect(problemsOf({ fees, feePayer: 'choice' })).to.deep.equal(['fees[0]: costs nothing: whoPaysFee must be merchant.']);
  });
});
