import { formatBrCode } from '../../../src/domain/pix/format-br-code.ts';

/** @import { BoletoOrder, BoletoStatus, ShopBoleto, ShopOrder } from '../../../src/server/index.ts' */

/** The day from which due dates are counted anew, as the factor 1000. */
const FACTOR_1000 = Date.UTC(2025, 1, 22);

const DAY_MS = 86_400_000;

/**
 * The digits of a bar code: 44.
 *
 * @param {{ amountCents: number, dueDate: string, number: number }} boleto
 */
export function makeBarcode({ amountCents, dueDate, number }) {
  const factor = 1000 + (Date.parse(dueDate) - FACTOR_1000) / DAY_MS;
  const rest = `${factor}${String(amountCents).padStart(10, '0')}${String(number).padStart(25, '0')}`;
  const sum = [...`0019${rest}`].toReversed().reduce((total, digit, index) => total + Number(digit) * (2 + (index % 8)), 0);
  const check = 11 - (sum % 11);
  return `0019${check > 9 ? 1 : check}${rest}`;
}

/**
 * A shop's bank, which makes boletos and says what became of them.
 *
 * @param {{ dueDate?: string, isHybrid?: boolean }} options
 */
export function createBank({ dueDate = '2030-01-18', isHybrid = false } = {}) {
  /** @type {{ order: ShopOrder, key: string }[]} */
  const calls = [];
  /** @type {string[]} */
  const asked = [];
  /** @type {Map<string, BoletoStatus>} */
  const statuses = new Map();
  /** @type {(chargeId: string) => BoletoStatus} */
  const findStatus = (chargeId) => statuses.get(chargeId) ?? { status: 'pending' };
  const bank = {
    dueDate,
    /** Whether the bank does not say what became of a boleto. */
    isDown: false,
    calls,
    asked,
    statuses,
    /** What became of a boleto: it waits, unless `statuses` says otherwise. */
    findStatus,
    /** @type {Partial<ShopBoleto>} Differs from what it should be. */
    wrong: {},
    /** The functions of the shop. */
    orders: {
      /** @type {(order: ShopOrder, options: BoletoOrder) => Promise<ShopBoleto>} */
      boleto: async (order, { key }) => {
        calls.push({ order, key });
        // Other requests go on meanwhile.
        await new Promise((resolve) => void setTimeout(resolve, 5));
        const { amountCents } = order;
        const pixCode = formatBrCode({ key: 'loja@example.com', merchantName: 'Loja', merchantCity: 'Recife', amountCents });
        return {
          chargeId: `b-${key}`,
          barcode: makeBarcode({ amountCents, dueDate: bank.dueDate, number: calls.length }),
          dueDate: bank.dueDate,
          amount: (amountCents / 100).toFixed(2),
          ...(isHybrid && { pixCode }),
          payee: 'Loja Exemplo',
          ...bank.wrong,
        };
      },
      /** @type {NonNullable<import('../../../src/server/index.ts').ShopOrders['boletoStatus']>} */
      boletoStatus: async ({ chargeId }) => {
        asked.push(chargeId);
        if (bank.isDown) throw new Error('reset');
        return findStatus(chargeId);
      },
    },
  };
  return bank;
}
