/** What pictures are taken of: how a shopper comes to each state. */

const FEES = [2, 3, 4, 5, 6].map((installments) => ({ installments, rate: installments / 100 }));
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

/** Settings, the way there, and the words that are read at its end. */
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
      await shop.press('change-card-button');
      await shop.press('expired-cards-button');
    },
  },
  'saved-card-chosen': { hasCards: true, says: 'Trocar cartão' },
  'deletion-question': {
    hasCards: true,
    says: 'Excluir Visa final 1111?',
    async reach(shop) {
      await shop.press('change-card-button');
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
  unavailable: { settings: { amount: '12,3' }, says: 'tente mais tarde' },
  'pix-to-begin': { ...PIX, says: 'Gerar código Pix' },
  'pix-waiting': { ...PIX, says: 'Aguardando o pagamento', reach: payPix() },
  'pix-expired': { ...PIX, says: 'O código venceu', reach: payPix('EXPIRADO') },
  'pix-cancelled': { ...PIX, says: 'Este código não vale mais', reach: payPix('CANCELADO') },
  'pix-paid': { ...PIX, says: 'Pix recebido', reach: payPix('PAGO') },
  english: { settings: { lang: 'en' }, says: 'Card number' },
};
