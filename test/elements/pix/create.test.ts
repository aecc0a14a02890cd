import '../../../src/elements/pix/define.js';
import { expect } from '@open-wc/testing';
import type { FaultName, FaultParams, ServiceVariant } from '../../../src/sandbox/index.js';
import { waitUntil } from '../../support/checkout-page.js';
import type { Room } from '../../support/sandbox-room.js';
import { PixPage } from './pix-page.js';

describe('balcao-pix: making a charge', () => {
  let room: Room;
  let settings: Record<string, unknown>;
  const pages: PixPage[] = [];

  const open = async (more: Record<string, unknown> = {}): Promise<PixPage> => {
    const page = await PixPage.open({ ...settings, ...more });
    pages.push(page);
    return page;
  };
  const requests = async () => (await room.state()).requests.filter(({ operation }) => operation === 'generatePixQrCode');

  beforeEach(async () => {
    ({ room, settings } = await PixPage.settings());
  });

  afterEach(() => pages.splice(0).forEach(({ page }) => page.remove()));

  it('asks for nothing before the button is pressed', async () => {
    const page = await open();
    await page.says(/Gerar código Pix/);
    expect((await room.state()).requests).to.deep.equal([]);
    expect((await room.shop.state()).requests).to.deep.equal([]);
  });

  it('shows the code as text and QR, who is paid and how much, and tells the page', async () => {
    const page = await open();
    const code = await page.create();
    const [made] = (await room.state()).pix;
    expect(code).to.equal(made?.text);
    expect((await page.part('pix-code')).textContent).to.equal(code);
    expect(await page.says(/Quem recebe LOJA BALCAO ?, SAO PAULO Valor R\$ 149,90/)).to.match(/Aguardando o pagamento/);
    expect((await page.part('receiver')).querySelectorAll('bdi')).to.have.length(2);
    expect(page.told('balcao-pix-created')).to.have.length(1);
    expect(page.told('balcao-pix-created')[0]).to.include({
      chargeId: made?.id,
      amount: '149.90',
      brCode: code,
      status: 'pending',
      number: made?.number,
    });
  });

  it('sends the amount, the expiry and, only where it is wanted, the webhook', async () => {
    const plain = await open();
    await plain.create();
    plain.page.remove();
    const other = await open({ 'order-id': `b-${room.name}`, 'pix-expires-in': '600', 'pix-webhook': '' });
    await other.create();
    other.page.remove();
    const refusing = await open({ 'order-id': `c-${room.name}`, 'pix-webhook': 'false' });
    await refusing.create();
    const [first, second, third] = await requests();
    expect(first?.body).to.have.all.keys('amount', 'expirationDate');
    expect(second?.body).to.include({ amount: 149.9, paymentWebhook: true });
    expect(third?.body).to.include({ amount: 149.9, paymentWebhook: false });
    const lifeOf = ({ body, at }: { body: unknown; at: number }) => Date.parse((body as { expirationDate: string }).expirationDate) - at;
    expect(first && lifeOf(first)).to.be.within(1_795_000, 1_801_000);
    expect(second && lifeOf(second)).to.be.within(595_000, 601_000);
  });

  it('makes one charge of many clicks', async () => {
    const page = await open();
    const button = page.page.part('pay-button');
    for (let click = 0; click < 5; click++) button.click();
    expect(page.element.create()).to.equal(page.element.create());
    await page.code();
    expect(await requests()).to.have.length(1);
    expect(page.told('balcao-pix-created')).to.have.length(1);
  });

  it('moves the focus from the button to the code', async () => {
    const page = await open();
    await page.create();
    await waitUntil(async () => (await page.page.focused()) === 'copy-button', 'focus on the copy button');
  });

  it('shows the live charge of the same order and amount again after a reload, and makes no other', async () => {
    const before = await open();
    const code = await before.create();
    before.page.remove();
    const after = await open();
    expect(await after.code()).to.equal(code);
    await after.element.create();
    expect(await requests()).to.have.length(1);
    expect(after.told('balcao-pix-created')).to.have.length(0);
  });

  it('shows no charge of another order or amount', async () => {
    const before = await open();
    await before.create();
    before.page.remove();
    const [amount, order] = [await open({ amount: '149.91' }), await open({ 'order-id': `b-${room.name}` })];
    await room.waitForRequests('pixStatus');
    expect(amount.hasCode || order.hasCode).to.equal(false);
  });

  it('withdraws the code when the amount changes, and shows it again when it changes back', async () => {
    const page = await open();
    const code = await page.create();
    page.element.amount = '150.00';
    await waitUntil(() => !page.hasCode, 'the code to go');
    page.element.amount = '149.9';
    expect(await page.code()).to.equal(code);
    expect(await requests()).to.have.length(1);
  });

  it('hides the code on cancel() and shows the same one on create()', async () => {
    const page = await open();
    const code = await page.create();
    page.element.cancel();
    await waitUntil(() => !page.hasCode, 'the code to go');
    await page.element.create();
    expect(await page.code()).to.equal(code);
    expect(await requests()).to.have.length(1);
  });

  it('lets the page cancel, and bring the order and the amount', async () => {
    const page = await open();
    page.element.addEventListener('balcao-before-pay', (event) => event.preventDefault(), { once: true });
    expect(await page.element.create()).to.equal(undefined);
    expect(await requests()).to.have.length(0);
    page.element.addEventListener('balcao-before-pay', (event) => event.waitUntil(Promise.resolve({ amount: '99.50' })), { once: true });
    await page.element.create();
    expect(page.told('balcao-pix-created')[0]).to.include({ amount: '99.50' });
    await page.says(/R\$ 99,50/);
  });

  for (const { fault, params, variant, code } of [
    { fault: 'pix-tampered', code: 'pix-code-invalid' },
    { fault: 'pix-garbage', code: 'pix-code-invalid' },
    { fault: 'pix-recurrence', code: 'pix-code-invalid' },
    { fault: 'pix-withdrawal', code: 'pix-code-invalid' },
    { fault: 'pix-resealed', params: { what: 'amount' }, variant: { pixCode: 'static' }, code: 'pix-amount-mismatch' },
    { fault: 'pix-resealed', params: { what: 'receiver' }, code: 'pix-receiver-mismatch' },
    { fault: 'pix-resealed', params: { what: 'receiver' }, variant: { pixCode: 'static' }, code: 'pix-receiver-mismatch' },
  ] satisfies { fault: FaultName; params?: FaultParams; variant?: Partial<ServiceVariant>; code: string }[]) {
    it(`shows nothing of a ${variant?.pixCode ?? 'dynamic'} code that is ${fault} ${params?.what ?? ''}, and calls it ${code}`, async () => {
      if (variant) await room.configure(variant);
      await room.fault('generatePixQrCode', fault, params);
      const profile = { pixHosts: ['pix.balcao.example'], pixKeys: ['7d9f0335-8dcc-4054-9bf9-0dbd61d36906'] };
      const page = await open({ profile });
      await page.page.clickPay();
      await page.page.outcome(/Este código Pix não confere com o pedido Por segurança, o código Pix não é mostrado\. Você não foi cobrado/);
      expect(page.hasCode).to.equal(false);
      expect(page.page.events.filter(({ name }) => name === 'balcao-failed').map(({ detail }) => detail)).to.have.nested.property(
        '[0].error.code',
        code,
      );
      expect(page.told('balcao-pix-created')).to.have.length(0);
      expect(await page.create()).to.match(/^000201/);
    });
  }

  for (const [fault, code] of [
    ['500', 'server'],
    ['400', 'invalid-request'],
    ['reset', 'network'],
    ['429', 'rate-limited'],
    ['wrong-shape', 'bad-response'],
  ] as const) {
    it(`fails with ${code} on "${fault}", and can be tried again`, async () => {
      await room.fault('generatePixQrCode', fault);
      const page = await open();
      await page.page.clickPay();
      await page.page.outcome(/O pagamento não foi feito Você não foi cobrado/);
      expect(page.page.events.at(-1)).to.have.nested.property('detail.error.code', code);
      expect(await page.create()).to.match(/^000201/);
    });
  }

  it('speaks both sets of names and both forms of Authorization', async () => {
    await room.configure({ pixRequestNames: 'sample', pixResponseNames: 'sample', pixAuthorization: 'jwt' });
    const page = await open({ 'pix-webhook': '', profile: { pixRequestNames: 'sample', pixAuthorization: 'jwt' } });
    await page.create();
    expect((await requests())[0]?.body).to.include({ webhook: true });
    expect((await requests())[0]?.headers['authorization']).to.not.match(/Bearer/);
  });

  it('takes the word of the token answer that the order is paid', async () => {
    await room.shop.fault('token', 'closed-paid');
    const page = await open();
    await page.page.clickPay();
    await page.page.outcome(/Pagamento aprovado/);
    expect(await requests()).to.have.length(0);
  });
});
