import '../../../src/elements/checkout/define.js';
import '../../../src/elements/pix/define.js';
import { expect } from '@open-wc/testing';
import type { Room } from '../../support/sandbox-room.js';
import { waitUntil } from '../../support/wait-until.js';
import { PixPage, returnToPage } from './pix-page.js';

describe('balcao-pix: what an answer says that arrived', () => {
  let room: Room;
  let page: PixPage;

  beforeEach(async () => {
    const opened = await PixPage.settings();
    room = opened.room;
    page = await PixPage.open({ ...opened.settings, 'notify-url': room.notifyUrl, methods: 'pix card' }, 'balcao-checkout');
    await page.create();
  });

  afterEach(() => page.page.remove());

  /** The code is paid, and every status from now on has this `paidAmount`. */
  const arrive = async (paidAmount: unknown): Promise<void> => {
    await room.pix('settle');
    await room.fault('pixStatus', 'wrong-shape', { body: { status: 'PAGO', paidAmount }, times: 99 });
    returnToPage();
  };

  /** What the shop was told of the payment. */
  const readNotice = async (): Promise<Readonly<Record<string, unknown>>> => {
    const find = async (): Promise<Record<string, unknown> | undefined> => {
      const { requests } = await room.shop.state();
      return requests.map(({ body }) => body).find((body) => body['method'] === 'pix' && body['state'] === 'approved');
    };
    return waitUntil(find, 'a notice of the Pix');
  };

  for (const unreadable of ['R$ 100', '1.000', '14990 centavos', '', 0, -149.9, 149.999, {}, ['149.90'], true]) {
    it(`is never the whole where nobody can read it: ${JSON.stringify(unreadable)}`, async () => {
      await arrive(unreadable);
      expect(await page.waitFor('balcao-pix-paid')).to.include({ status: 'paid', unclear: true });
      await page.says(/A loja confirmará o valor que recebeu/);
      expect(page.page.text).not.to.match(/Pix recebido|149,90|Confirmado em/);
      expect(await readNotice()).to.include({ unclear: true });
      expect(await page.page.element.pay()).to.deep.equal({ status: 'cancelled', reason: 'short' });
      expect((await room.state()).charges).to.deep.equal([]);
    });
  }

  for (const [written, arrived] of [
    ['100,00', 'R$ 100,00'],
    ['100.0000', 'R$ 100,00'],
    [100.5, 'R$ 100,50'],
  ] as const) {
    it(`is short where it is less, however it is written: ${written}`, async () => {
      await arrive(written);
      expect(await page.waitFor('balcao-pix-paid')).not.to.have.property('unclear');
      await page.says(new RegExp(`Falta uma parte do pagamento Recebemos ${arrived.replace('$', '\\$')}`));
      expect(await readNotice()).not.to.have.property('unclear');
    });
  }

  for (const whole of ['149,90', '149.90', '149.9000', '149,9', 149.9, null, undefined]) {
    it(`is the whole where it is, or where the answer says nothing of it: ${String(whole)}`, async () => {
      await arrive(whole);
      await page.says(/Pix recebido R\$ 149,90/);
      expect(page.told('balcao-pix-paid')[0]).not.to.have.any.keys('unclear', 'missing');
    });
  }
});
