import { PAID_BESIDE, SHORT, TWICE, UNCONFIRMED, check, leaveBoth, resolveBoth, startPaying, type Scene } from './scene-acts.js';
import { clearRecords } from './storage.js';
import { waitUntil } from '../support/wait-until.js';
import { SAYS } from './test-order.js';

/** Every scene, in the order of the table. */
export const SCENES: readonly Scene[] = [
  {
    what: 'the button is pressed seven times, and Enter too',
    play: async (stage) => {
      const tab = await stage.open();
      tab.click(7);
      tab.enter();
      await stage.note(tab.pay());
      await stage.read(SAYS.approved, tab);
    },
  },
  {
    what: 'two tabs pay by card in the same millisecond',
    play: async (stage) => {
      const tabs = await stage.openTwo();
      await stage.order.room.fault('processPayment', 'hang');
      const paying = tabs.map((tab) => stage.note(tab.pay()));
      await Promise.all([Promise.race(paying), stage.order.room.waitForPending()]);
      await stage.order.room.release();
      await Promise.all(paying);
      await stage.read(SAYS.approved, ...tabs);
    },
  },
  {
    what: 'card and Pix are asked for at the same moment, in one page',
    play: async (stage) => {
      const tab = await stage.open();
      await Promise.all([stage.note(tab.pay()), stage.create(tab)]);
      await stage.read(SAYS.approved, tab);
    },
  },
  {
    what: 'card and Pix are asked for at the same moment, in two tabs',
    play: async (stage) => {
      const [first, second] = await stage.openTwo();
      await Promise.all([stage.note(first.pay()), stage.create(second)]);
      await stage.read(SAYS.approved, first, second);
    },
  },
  {
    what: 'a Pix is asked for while a card is charged',
    play: async (stage) => {
      const tab = await stage.open();
      const finish = await startPaying(stage, tab);
      tab.press('method-pix');
      await stage.notePix(tab);
      await stage.read(SAYS.elsewhere, tab);
      await finish();
      await stage.read(SAYS.approved, tab);
    },
  },
  {
    what: 'a Pix is asked for in another tab while a card is charged',
    play: async (stage) => {
      const [first, second] = await stage.openTwo();
      const finish = await startPaying(stage, first);
      await second.says(SAYS.elsewhere);
      await stage.notePix(second);
      await stage.read(SAYS.elsewhere, second);
      await finish();
      await stage.read(SAYS.approved, second);
    },
  },
  {
    what: 'a card is paid with while a Pix code is being made',
    play: async (stage) => {
      const tab = await stage.open();
      await stage.order.room.fault('generatePixQrCode', 'hang');
      const making = stage.create(tab);
      await stage.order.room.waitForPending();
      const paying = stage.note(tab.pay());
      await stage.order.room.release();
      await Promise.all([making, paying]);
      await stage.read(SAYS.approved, tab);
    },
  },
  {
    what: 'a code is paid, and a card is paid with before anybody has noticed',
    play: async (stage) => {
      const tab = await stage.open();
      await stage.settle(await stage.create(tab));
      await stage.note(tab.pay());
      await stage.read(SAYS.approved, tab);
    },
  },
  {
    what: 'the same, and the status of the code cannot be asked',
    play: async (stage) => {
      const tab = await stage.open();
      await stage.settle(await stage.create(tab));
      await stage.order.room.fault('pixStatus', '500', { times: 9 });
      await stage.note(tab.pay());
      await stage.readPart('pix-question', tab);
    },
  },
  {
    what: 'a code is paid while a card is charged',
    play: async (stage) => {
      const [first, second] = await stage.openTwo();
      const code = await stage.create(first);
      const finish = await startPaying(stage, first);
      // Nobody can notice the Pix before the card is approved.
      await stage.order.room.fault('pixStatus', '500', { times: 99 });
      await stage.settle(code);
      await finish();
      await stage.order.room.clearFaults();
      await stage.comesBackTo(TWICE, first, second);
    },
  },
  {
    what: 'two tabs make a code in the same millisecond, and both are paid',
    play: async (stage) => {
      const tabs = await stage.openTwo();
      const codes = await stage.createAtOnce(...tabs);
      await stage.settle(...codes);
      await stage.comesBackTo(TWICE, ...tabs);
    },
  },
  {
    what: 'the same, and both payments are noticed on one reload',
    play: async (stage) => {
      const [first, second] = await stage.openTwo();
      const codes = await stage.createAtOnce(first, second);
      second.close();
      await stage.settle(...codes);
      await first.reload();
      await stage.read(TWICE, first);
    },
  },
  {
    what: 'a card is unconfirmed, the code is paid, and then the late response says approved',
    play: async (stage) => {
      const tab = await leaveBoth(stage, 'hang-after-charge');
      await stage.comesBackTo(PAID_BESIDE, tab);
      await stage.order.room.release();
      await stage.read(TWICE, tab);
    },
  },
  {
    what: 'a card is unconfirmed, the code is paid, and then `resolve-url` says charged',
    play: (stage) => resolveBoth(stage, '503-after-charge', TWICE),
  },
  {
    what: 'a card is unconfirmed, the code is paid, and then `resolve-url` says not charged',
    play: (stage) => resolveBoth(stage, '500', /Pix recebido R\$\s[\d,]+ Recebemos/),
  },
  {
    what: 'the amount rises after a code was made, and that code is paid',
    play: async (stage) => {
      const tab = await stage.open();
      const code = await stage.create(tab);
      tab.change({ amount: '199.90' });
      await stage.settle(code);
      await stage.comesBackTo(SHORT, tab);
      await stage.note(tab.pay());
    },
  },
  {
    what: 'the amount rises while a card is charged',
    play: async (stage) => {
      const tab = await stage.open();
      const finish = await startPaying(stage, tab);
      tab.change({ amount: '199.90' });
      await finish();
      await stage.read(SHORT, tab);
    },
  },
  {
    what: '`order-id` changes while a card is charged, and the next order is paid too',
    play: async (stage) => {
      const tab = await stage.open();
      const finish = await startPaying(stage, tab);
      tab.change({ 'order-id': stage.nextOrderId, amount: '20.00' });
      await stage.note(tab.pay());
      await finish();
      await stage.read(SAYS.approved, tab);
    },
  },
  {
    what: '`forgetOrder` while a card is charged',
    play: async (stage) => {
      const tab = await stage.open();
      const finish = await startPaying(stage, tab);
      await tab.forgetOrder(stage.order.orderId);
      await finish();
      await stage.read(SAYS.approved, tab);
    },
  },
  {
    what: '`forgetOrder` while a card is charged, and another tab pays, trusting the shop',
    play: async (stage) => {
      const [first, second] = await stage.openTwo();
      const finish = await startPaying(stage, first);
      await second.forgetOrder(stage.order.orderId);
      await waitUntil(
        () => second.isPayable,
        () => `the form; the tab says ${second.text}`,
      );
      await stage.note(second.pay());
      await finish();
      await stage.read(TWICE, first, second);
    },
  },
  {
    what: "the site's data are cleared under a paid page, and a second tab is opened",
    play: async (stage) => {
      const first = await stage.open();
      await stage.note(first.pay());
      await clearRecords(stage.order.room.baseUrl, [stage.order.orderId]);
      await stage.comesBackTo(SAYS.approved, first);
      await stage.note(first.pay());
      await stage.read(SAYS.approved, await stage.open());
    },
  },
  {
    what: "the site's data are cleared under an unconfirmed page, and a second tab is opened",
    play: async (stage) => {
      await stage.order.room.fault('processPayment', '503-after-charge');
      const first = await stage.open();
      await stage.note(first.pay());
      await clearRecords(stage.order.room.baseUrl, [stage.order.orderId]);
      await stage.comesBackTo(UNCONFIRMED, first);
      await stage.note(first.pay());
      await stage.read(UNCONFIRMED, await stage.open());
    },
  },
  {
    what: 'the page is reloaded while a card is charged',
    play: async (stage) => {
      const tab = await stage.open({ attributes: { 'resolve-url': stage.order.room.resolveUrl } });
      await startPaying(stage, tab, 'hang-after-charge');
      await tab.reload();
      await stage.read(UNCONFIRMED, tab);
      await stage.note(tab.pay());
      await stage.order.room.release();
      await check(stage, tab, SAYS.approved);
    },
  },
  {
    what: 'the tab is closed while a card is charged, and another tab pays',
    play: async (stage) => {
      const [first, second] = await stage.openTwo();
      await startPaying(stage, first, 'hang-after-charge');
      first.close();
      await stage.read(UNCONFIRMED, second);
      await stage.note(second.pay());
    },
  },
  {
    what: 'another device is paying: the token response is `{ closed: "busy" }`',
    play: async (stage) => {
      const tab = await stage.open({ properties: { getToken: () => ({ closed: 'busy' }) } });
      await stage.note(tab.pay());
      await stage.read(SAYS.elsewhere, tab);
    },
  },
  {
    what: 'another device has paid: the token response is `{ closed: "paid" }`',
    play: async (stage) => {
      const tab = await stage.open({ properties: { getToken: () => ({ closed: 'paid' }) } });
      await stage.note(tab.pay());
      await stage.read(SAYS.approved, tab);
    },
  },
];
