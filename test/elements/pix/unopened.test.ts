import '../../../src/elements/checkout/define.js';
import '../../../src/elements/pix/define.js';
import { expect } from '@open-wc/testing';
import type { Room } from '../../support/sandbox-room.js';
import { FakeTime } from './fake-time.js';
import { leaveCode, PixPage, returnToPage } from './pix-page.js';

describe('balcao-checkout: a Pix code of an earlier page, while nobody opens Pix', () => {
  let room: Room;
  let pix: PixPage;

  const open = async (): Promise<void> => {
    const opened = await PixPage.settings();
    ({ room } = opened);
    await leaveCode(room);
    pix = await PixPage.open({ ...opened.settings, methods: 'card pix' }, 'balcao-checkout');
  };
  const operations = async (): Promise<(string | undefined)[]> => (await room.state()).requests.map(({ operation }) => operation);

  afterEach(() => pix.page.remove());

  it('is watched, and told as paid once', async () => {
    const time = new FakeTime();
    await open();
    await pix.page.type('holderName', 'MARIA');
    await room.pix('settle');
    time.jump(2000);
    returnToPage();
    await pix.waitFor('balcao-pix-paid');
    await pix.says(/Pix recebido/);
    time.restore();
    expect(pix.told('balcao-pix-paid')).to.have.length(1);
    expect(pix.page.eventNames).not.to.include('balcao-method-changed');
  });

  it('is asked about before a card is charged', async () => {
    await open();
    await pix.page.fill();
    expect(await pix.page.element.pay()).to.include({ status: 'approved' });
    const asked = await operations();
    expect(asked.indexOf('pixStatus')).to.be.within(1, asked.indexOf('processPayment'));
    expect(await room.charges()).to.have.length(1);
  });

  it('is shown again by itself once Pix is opened', async () => {
    await open();
    await pix.page.click(pix.page.part('method-pix'));
    expect(await pix.code()).to.match(/^000201/);
    expect((await operations()).filter((name) => name === 'generatePixQrCode')).to.have.length(1);
  });
});
