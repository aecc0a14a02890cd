import '../../../src/elements/boleto/define.js';
import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { ShopBoleto } from '../../../src/client/shop/check-boleto.js';
import { formatAmount } from '../../../src/domain/money.js';
import { formatBrCode } from '../../../src/domain/pix/format-br-code.js';
import { buildBoleto } from '../../domain/boleto/boleto-digits.js';
import { waitUntil } from '../../support/checkout-page.js';
import { collectErrors } from '../../support/console-errors.js';
import { BoletoShop, createShopBoleto, PIX_CODE, RECEIVER, type BoletoPage } from './boleto-page.js';

describe('balcao-boleto: having a boleto made', () => {
  let shop: BoletoShop;
  const errors = collectErrors();

  beforeEach(() => (shop = new BoletoShop()));
  afterEach(() => shop.restore());

  it('asks for nothing before the button is pressed', async () => {
    const page = await shop.open();
    await page.says(/lotérica.*até 3 dias úteis.*R\$ 149,90.*Gerar boleto/);
    expect(shop.requests('boleto')).to.deep.equal([]);
  });

  it('shows the line in groups, when it is due, who is paid, how much and the PDF, and tells the page', async () => {
    shop.boleto = createShopBoleto({ pdfUrl: 'https://bank.example/b-1.pdf' });
    const page = await shop.open();
    const line = await page.create();
    expect(line).to.match(/^\d{5}\.\d{5} \d{5}\.\d{6} \d{5}\.\d{6} \d \d{14}$/);
    expect(line.replaceAll(/[ .]/g, '')).to.equal(createShopBoleto().line);
    await page.says(/Aguardando o pagamento do boleto.*Vencimento 07\/12\/2026 Quem recebe Casa Neblina Valor R\$ 149,90/);
    const link = await page.part('pdf-link');
    expect([link.getAttribute('href'), link.getAttribute('rel')]).to.deep.equal(['https://bank.example/b-1.pdf', 'noopener']);
    expect(shop.requests('boleto').map(({ body }) => body)).to.have.deep.nested.property('[0].amount', '149.90');
    const charge = await page.waitFor('balcao-boleto-created');
    expect(charge).to.include({ chargeId: 'boleto:b-1', line: createShopBoleto().line, dueDate: '2026-12-07', status: 'pending' });
    expect(page.page.eventNames).to.include.members(['balcao-before-pay', 'balcao-boleto-created']);
    expect(errors).to.deep.equal([]);
  });

  it('is made by the shop’s own function, from its bar code alone', async () => {
    const requests: unknown[] = [];
    const { line = '', ...rest } = createShopBoleto();
    const barcode = line.slice(0, 4) + line.slice(32) + line.slice(4, 9) + line.slice(10, 20) + line.slice(21, 31);
    const getBoleto = async ({ signal, ...request }: { signal: AbortSignal }) => {
      requests.push(request);
      return { ...rest, barcode, ...(signal.aborted && { chargeId: '' }) };
    };
    const page = await shop.open({ getBoleto, 'boleto-url': '' });
    expect((await page.create()).replaceAll(/[ .]/g, '')).to.equal(line);
    expect(requests).to.have.length(1);
    expect(requests[0]).to.include({ amount: '149.90' });
  });

  it('is used by keys alone: the button, the line, the copy and the check', async () => {
    const page = await shop.open();
    page.element.focus();
    expect(await page.page.focused()).to.equal('pay-button');
    await sendKeys({ press: 'Enter' });
    await page.line();
    await waitUntil(async () => (await page.page.focused()) === 'copy-line-button', 'the focus on the button that copies');
    (await page.part('boleto-line')).focus();
    for (const part of ['copy-line-button', 'check-button']) {
      await sendKeys({ press: 'Tab' });
      expect(await page.page.focused()).to.equal(part);
    }
  });

  it('makes one of many clicks', async () => {
    const page = await shop.open();
    const button = page.page.part('pay-button');
    for (let click = 0; click < 5; click += 1) button.click();
    await page.line();
    expect(shop.requests('boleto')).to.have.length(1);
    expect(page.told('balcao-boleto-created')).to.have.length(1);
  });

  it('is shown again after a reload and in a second element, without another request', async () => {
    const before = await shop.open();
    const line = await before.create();
    before.page.remove();
    for (const page of [await shop.open(), await shop.open()]) expect(await page.line()).to.equal(line);
    expect(shop.requests('boleto')).to.have.length(1);
  });

  it('is withdrawn when the amount changes, and comes back with it', async () => {
    const page = await shop.open();
    await page.create();
    page.element.amount = '150.00';
    await waitUntil(() => !page.hasCode, 'the boleto to go');
    page.element.amount = '149.90';
    await page.line();
  });

  it('shows the Pix of a hybrid first, and its line below', async () => {
    shop.boleto = createShopBoleto({ pixCode: PIX_CODE });
    const page = await shop.open({ profile: { pixKeys: [RECEIVER.key] } });
    await page.create();
    await page.says(/Pague agora por Pix, aprovação na hora\. Pelo boleto, leva até 3 dias úteis\./);
    const [code, line] = [await page.part('pix-code'), await page.part('boleto-line')];
    expect(code instanceof HTMLTextAreaElement && code.value).to.equal(PIX_CODE);
    expect((await page.part('qr')).getBoundingClientRect().bottom).to.be.at.most(line.getBoundingClientRect().top);
    expect(code.getBoundingClientRect().bottom).to.be.at.most(line.getBoundingClientRect().top);
    expect(page.told('balcao-boleto-created')[0]).to.include({ brCode: PIX_CODE });
  });

  const [wrongAmount, overdue] = [createShopBoleto({}, 150_00), createShopBoleto({ dueDate: '2026-11-27' }, 149_90, '2026-11-27')];
  const line = createShopBoleto().line ?? '';
  const REFUSED: Record<string, [boleto: unknown, code: string, reason: string]> = {
    'a wrong digit': [
      createShopBoleto({ line: `${line.slice(0, 9)}${(Number(line[9]) + 1) % 10}${line.slice(10)}` }),
      'boleto-code-invalid',
      'check-digit',
    ],
    'a utility bill': [
      createShopBoleto({ line: '836400000011331201380002812884627116080136181551' }),
      'boleto-code-invalid',
      'utility-bill',
    ],
    'the line of one and the bar code of another': [
      createShopBoleto({
        barcode: buildBoleto({ bank: '341', freeField: '1091234567801234123450000', amountCents: 149_90, dueDate: '2026-12-07' }).barcode,
      }),
      'boleto-code-invalid',
      'codes-differ',
    ],
    'another amount': [wrongAmount, 'boleto-mismatch', 'amount-mismatch'],
    'another due date': [createShopBoleto({ dueDate: '2026-12-08' }), 'boleto-mismatch', 'due-date-mismatch'],
    'a due date that is past': [overdue, 'boleto-mismatch', 'overdue'],
    'a Pix code of another amount': [
      createShopBoleto({ pixCode: formatBrCode({ ...RECEIVER, amountCents: 1 }) }),
      'pix-amount-mismatch',
      'amount-mismatch',
    ],
    'a Pix code of another key': [
      createShopBoleto({ pixCode: formatBrCode({ ...RECEIVER, key: 'x@example.com', amountCents: 149_90 }) }),
      'pix-receiver-mismatch',
      'receiver-mismatch',
    ],
  };

  const expectRefused = async (page: BoletoPage, code: string, reason: string): Promise<void> => {
    await page.page.outcome(/Este boleto não confere com o pedido Por segurança, o boleto não é mostrado\. Você não foi cobrado/);
    expect(page.hasCode).to.equal(false);
    expect(page.told('balcao-boleto-created')).to.deep.equal([]);
    const told = (name: string) => page.page.events.filter((event) => event.name === name).map(({ detail }) => detail);
    expect(told('balcao-failed')).to.have.length(1);
    expect(told('balcao-failed')).to.have.nested.property('[0].error.code', code);
    expect(told('balcao-problem')).to.have.length(1);
    expect(told('balcao-problem')).to.have.nested.property('[0].operation', 'boleto');
    expect(told('balcao-problem')).to.have.nested.property('[0].error.code', code);
    expect(errors).to.have.length(1);
    expect(errors[0]).to.match(new RegExp(`^Balcão: .*${reason}\\. Check boleto-url or getBoleto\\.$`));
  };

  for (const [what, [boleto, code, reason]] of Object.entries(REFUSED))
    it(`shows nothing of ${what}, and says ${code} to the page and the console`, async () => {
      shop.boleto = boleto;
      const page = await shop.open({ profile: { pixKeys: [RECEIVER.key] } });
      await page.page.clickPay();
      await expectRefused(page, code, reason);
      shop.boleto = createShopBoleto();
      expect(await page.create(), 'another try').to.match(/^\d{5}\./);
    });

  it('shows nothing of a boleto with the code of another charge', async () => {
    const pixCode = formatBrCode({ merchantName: 'Casa Neblina', merchantCity: 'Recife', url: 'pix.example/v2/1' });
    const createHybrid = (chargeId: string, amountCents: number): ShopBoleto =>
      createShopBoleto({ chargeId, amount: formatAmount(amountCents), pixCode }, amountCents);
    shop.boleto = createShopBoleto({ pixCode: PIX_CODE });
    const first = await shop.open();
    await first.create();
    first.element.amount = '200.00';
    await waitUntil(() => !first.hasCode, 'the boleto to go');
    first.page.events.length = 0;
    shop.boleto = createHybrid('boleto:b-2', 200_00);
    await first.create();
    first.element.amount = '149.9';
    await first.line();
    expect(first.told('balcao-boleto-created'), 'a code of its own').to.have.length(1);
    first.element.amount = '300.00';
    await waitUntil(() => !first.hasCode, 'the boleto to go');
    first.page.events.length = 0;
    shop.boleto = createHybrid('boleto:b-3', 300_00);
    await first.page.clickPay();
    await expectRefused(first, 'boleto-code-invalid', 'a code of another charge');
  });

  it('says that the order is paid where the shop does', async () => {
    shop.boleto = { closed: 'paid' };
    const page = await shop.open();
    await page.page.clickPay();
    await page.page.outcome(/Pagamento aprovado/);
    expect(page.page.eventNames).to.not.include('balcao-failed');
  });

  it('says in the console what is missing, and offers nothing', async () => {
    const page = await shop.open({ 'boleto-url': '', 'order-id': '' });
    await page.says(/indisponível/);
    expect(errors.join('\n')).to.match(/boleto-url is missing/);
  });
});
