import '../../../src/elements/pix/define.js';
import { expect } from '@open-wc/testing';
import { emulateMedia, setViewport } from '@web/test-runner-commands';
import { waitUntil } from '../../support/checkout-page.js';
import type { Room } from '../../support/sandbox-room.js';
import { FakeTime } from './fake-time.js';
import { PixPage, returnToPage } from './pix-page.js';

/** For so long after a press, browsers expect a page to move. */
const INPUT_MS = 500;

/** The part of the API that TypeScript's DOM library lacks. */
interface LayoutShift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
}

describe('balcao-pix: what stays in its place', () => {
  let room: Room;
  let settings: Record<string, unknown>;
  let page: PixPage;
  let footer: HTMLElement | undefined;

  beforeEach(async () => {
    ({ room, settings } = await PixPage.settings());
  });

  afterEach(async () => {
    page.page.remove();
    footer?.remove();
    await setViewport({ width: 1280, height: 720 });
  });

  for (const [width, height] of [
    [360, 640],
    [1280, 900],
  ] as const) {
    // The only engine that says how much has moved.
    if (!PerformanceObserver.supportedEntryTypes.includes('layout-shift')) continue;
    it(`moves nothing from the button to the code and to the payment, at ${width} x ${height}`, async () => {
      await setViewport({ width, height });
      page = await PixPage.open(settings);
      footer = Object.assign(document.createElement('p'), { textContent: 'Rodapé da loja' });
      page.element.after(footer);
      const shifts: LayoutShift[] = [];
      const observer = new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) if ('hadRecentInput' in entry) shifts.push(entry as LayoutShift);
      });
      observer.observe({ type: 'layout-shift' });
      await room.fault('generatePixQrCode', 'hang');
      await page.page.clickPay();
      await waitUntil(
        async () => page.find('countdown-ring') && (await page.page.focused()) === 'pay-button',
        'the room of the code, with the focus kept',
      );
      await room.waitForPending();
      const { height: heldHeight } = page.element.getBoundingClientRect();
      const pressedAt = performance.now();
      await waitUntil(() => performance.now() > pressedAt + INPUT_MS + 100, 'a page of which nobody expects a move');
      await room.release();
      await page.code();
      expect(await page.page.focused()).to.equal('copy-button');
      expect(page.element.getBoundingClientRect().height).to.be.closeTo(heldHeight, 1);
      await room.pix('settle');
      returnToPage();
      await page.waitFor('balcao-pix-paid');
      await waitUntil(() => !page.hasCode, 'the code to go');
      expect(page.element.getBoundingClientRect().height).to.be.closeTo(heldHeight, 1);
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      shifts.push(...(observer.takeRecords() as LayoutShift[]));
      observer.disconnect();
      const moved = shifts.filter(({ hadRecentInput }) => !hadRecentInput).reduce((sum, { value }) => sum + value, 0);
      expect(moved).to.be.at.most(0.01);
    });
  }

  it('keeps the button that copies in reach on a phone, and off the QR', async () => {
    await setViewport({ width: 360, height: 640 });
    page = await PixPage.open(settings);
    await page.create();
    const qr = await page.part('qr');
    for (const top of [0, 150, 2000]) {
      scrollTo(0, top);
      const { top: above, bottom } = (await page.part('copy-button')).getBoundingClientRect();
      expect(bottom, 'above the QR').to.be.below(qr.getBoundingClientRect().top);
      expect(above, String(top)).to.be.at.least(0);
      expect(bottom, String(top)).to.be.at.most(640);
    }
  });

  it('counts down by a ring', async () => {
    const time = new FakeTime();
    settings = { ...settings, 'token-url': '', getToken: async () => (await room.issueToken()).token };
    page = await PixPage.open(settings);
    await page.create();
    const read = (): number => Number(page.find('countdown-ring')?.lastElementChild?.getAttribute('stroke-dashoffset'));
    expect(read()).to.be.closeTo(0, 0.5);
    await time.advance(900_000);
    await waitUntil(() => Math.abs(read() - 50) < 1, 'half a ring');
    expect(page.find('countdown-ring')?.getAttribute('style')).to.equal(null);
    time.restore();
  });

  it('says that banks may limit a Pix at night, of more than R$ 1.000 alone', async () => {
    const time = new FakeTime(Date.parse('2030-03-11T23:00:00-03:00') - Date.now());
    page = await PixPage.open({ ...settings, amount: '1000.01' });
    await page.says(/Entre 20h e 6h, alguns bancos limitam o Pix/);
    page.element.amount = '1000.00';
    await waitUntil(() => !page.find('night-note'), 'the note to go');
    time.restore();
  });

  it('shows that the money has come, and only to who has seen the code', async () => {
    page = await PixPage.open(settings);
    await page.create();
    await room.pix('settle');
    returnToPage();
    await page.waitFor('balcao-pix-paid');
    const readBurst = (): string => getComputedStyle(page.page.part('outcome'), '::before').content;
    await waitUntil(() => readBurst() === '""', 'the celebration');
    page.page.remove();
    page = await PixPage.open(settings);
    await page.says(/aprovado|recebido/);
    expect(readBurst()).to.equal('none');
  });

  if ('userAgentData' in navigator)
    it('celebrates without motion where that is not wanted', async () => {
      await emulateMedia({ reducedMotion: 'reduce' });
      page = await PixPage.open(settings);
      await page.create();
      await room.pix('settle');
      returnToPage();
      await page.waitFor('balcao-pix-paid');
      const outcome = page.page.part('outcome');
      await waitUntil(() => getComputedStyle(outcome, '::before').content === '""', 'the celebration');
      expect(getComputedStyle(outcome, '::before')).to.include({ animationName: 'none', opacity: '0' });
      await emulateMedia({ reducedMotion: 'no-preference' });
    });
});
