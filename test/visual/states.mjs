/** What pictures are taken of: how a shopper comes to each state. */

import { NOW } from './shop.mjs';

export const FEES = [2, 3, 4, 5, 6].map((installments) => ({ installments, rate: installments / 100 }));
const PIX = { settings: { methods: 'pix card' } };

const payWith = (reply) => async (shop) => {
  if (reply) shop.answer('card/processPayment', reply);
  await shop.fill();
  await shop.press('pay-button');
};

const payPix = (status) => async (shop) => {
  await shop.press('pay-button');
  await shop.page.locator('[part~="qr"]:visible').waitFor();
  if (!status) return;
  // An outcome keeps the height of what was drawn before it; where no code was, it is lower.
  await shop.draw();
  shop.answer('pix/qrCode/pix-1', { success: true, status });
  await shop.comeBack();
};

/** Makes a code, and pays the order with a card beside it. */
const payCardBesidePix = async (shop) => {
  await payPix()(shop);
  await shop.page.locator('[name="method"][value="card"]').check({ force: true });
  await shop.fill();
  await shop.press('pay-button');
};

/** Presses the button that copies a Pix code, in a browser that lets the page copy, or does not. */
const copyPix = (mayCopy) => async (shop) => {
  await shop.page.evaluate((isAllowed) => {
    navigator.clipboard.writeText = isAllowed ? async () => undefined : async () => Promise.reject(new Error('refused'));
    document.execCommand = () => false;
  }, mayCopy);
  await payPix()(shop);
  await shop.press('copy-button');
};

/**
 * Settings, the way there, and the words that are read first (by default the name of Pix, which is in every form) and at its end. Pictures are
 * taken of these.
 */
export const STATES = {
  empty: { says: 'Número do cartão' },
  filled: { says: 'no verso', reach: (shop) => shop.fill() },
  errors: { says: 'Digite o código de segurança', reach: (shop) => shop.press('pay-button') },
  'fee-choice': {
    settings: { 'fee-payer': 'choice', fees: FEES, 'default-installments': '4' },
    says: 'Taxa efetiva',
    reach: (shop) => shop.page.locator('[name="whoPaysFee"][value="customer"]:visible').check({ force: true }),
  },
  'fee-unknown': { settings: { 'fee-payer': 'customer', 'default-installments': '3' }, says: 'Valor sem a taxa' },
  'card-to-keep': {
    settings: { 'customer-id': 'nova' },
    says: 'Apelido do cartão',
    reach: (shop) => shop.field('saveCard').check({ force: true }),
  },
  'saved-cards': {
    hasCards: true,
    says: 'Vencido em',
    async reach(shop) {
      await shop.press('expired-cards-button');
      await shop.press('manage-cards-button');
    },
  },
  'saved-card-chosen': { hasCards: true, says: 'Gerenciar' },
  'deletion-question': {
    hasCards: true,
    says: 'Excluir Visa final 1111?',
    async reach(shop) {
      await shop.press('manage-cards-button');
      await shop.press('delete-button');
    },
  },
  paying: { says: 'Processando', reach: payWith('hang') },
  approved: { says: 'Pagamento aprovado', reach: payWith() },
  declined: {
    says: 'Pagamento não aprovado',
    reach: payWith({ body: { success: false, message: 'Saldo insuficiente.' } }),
  },
  failed: { says: 'O pagamento não foi feito', reach: payWith({ status: 403, body: {} }) },
  unconfirmed: {
    says: 'Não pague de novo',
    reach: payWith({ status: 503, body: {} }),
  },
  unavailable: { settings: { amount: '12,3' }, first: 'tente mais tarde', says: 'tente mais tarde' },
  'pix-to-begin': { ...PIX, says: 'Gerar código Pix' },
  'pix-waiting': { ...PIX, says: 'Aguardando o pagamento', reach: payPix() },
  'pix-expired': { ...PIX, says: 'O código venceu', reach: payPix('EXPIRADO') },
  'pix-cancelled': { ...PIX, says: 'Este código não vale mais', reach: payPix('CANCELADO') },
  'pix-paid': { ...PIX, says: 'Pix recebido', reach: payPix('PAGO') },
  english: { settings: { lang: 'en' }, says: 'Card number' },
};

/** Further states, that no pictures are kept of. */
export const OTHER_STATES = {
  'fee-table': {
    settings: { 'fee-payer': 'customer', fees: FEES, 'default-installments': '4' },
    says: 'Valores informados',
    reach: (shop) => shop.press('plans-title'),
  },
  hints: {
    says: 'Os 4 números na frente',
    reach: (shop) => shop.fill({ number: '378282246310005', holderName: 'MARIA DA SILVA', expirationDate: '0133' }),
  },
  'wrong-texts': {
    says: 'Parece um e-mail',
    reach: (shop) => shop.fill({ number: '4111111111111112', holderName: 'a@b.com', expirationDate: '0120', securityCode: '7' }),
  },
  'cards-beside-pix': {
    hasCards: true,
    says: 'Validade 01/33',
    reach: (shop) => shop.page.locator('[name="method"][value="pix"]:visible').check({ force: true }),
  },
  'other-brand': {
    settings: { 'accepted-brands': 'visa mastercard' },
    says: 'Esta loja não aceita',
    reach: (shop) => shop.fill({ number: '378282246310005' }),
  },
  'pix-price': { settings: { 'pix-amount': '142.40' }, says: '142,40' },
  'declined-plain': { says: 'Pagamento não aprovado', reach: payWith({ body: { success: false, message: 'Transação recusada.' } }) },
  closed: { says: 'encerrado', reach: payWith({ status: 409, body: { sent: false, closed: 'closed' } }) },
  busy: { says: 'Pagamento em andamento', reach: payWith({ status: 409, body: { sent: false, closed: 'busy', retryAfter: 60 } }) },
  'pix-copied': { ...PIX, says: 'Copiar de novo', reach: copyPix(true) },
  'pix-not-copied': { ...PIX, says: 'não deixou copiar', reach: copyPix(false) },
  'pix-whole-code': {
    ...PIX,
    says: 'Aguardando o pagamento',
    async reach(shop) {
      await payPix()(shop);
      await shop.press('code-toggle');
    },
  },
  'pix-refused': {
    ...PIX,
    says: 'Por segurança',
    async reach(shop) {
      shop.answer('pix/generateQrCode', {
        success: true,
        message: 'QR Code Pix gerado.',
        qrCodeId: 'pix-1',
        textQrCode: '000201',
        qrCodeNumber: 1,
      });
      await shop.press('pay-button');
    },
  },
  'pix-question': {
    ...PIX,
    says: 'Ainda não paguei o Pix',
    async reach(shop) {
      shop.answer('pix/qrCode/pix-1', { status: 500, body: {} });
      await payCardBesidePix(shop);
    },
  },
  'paid-twice': {
    ...PIX,
    says: 'mais de uma vez',
    async reach(shop) {
      await payCardBesidePix(shop);
      await shop.says('Pagamento aprovado');
      shop.answer('pix/qrCode/pix-1', { success: true, status: 'PAGO' });
      // The status was queried just before the card was charged.
      await shop.page.clock.setFixedTime(new Date(NOW.getTime() + 60_000));
      await shop.comeBack();
    },
  },
  'paid-short': {
    ...PIX,
    says: 'Falta',
    async reach(shop) {
      await payPix()(shop);
      await shop.page.evaluate(() => document.querySelector('balcao-checkout')?.setAttribute('amount', '160.00'));
      shop.answer('pix/qrCode/pix-1', { success: true, status: 'PAGO' });
      await shop.comeBack();
    },
  },
};
