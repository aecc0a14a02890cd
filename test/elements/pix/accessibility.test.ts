import '../../../src/elements/pix/define.js';
import { expect } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import { PixPage } from './pix-page.js';

describe('balcao-pix: access', () => {
  let pix: PixPage | undefined;

  // What fades in is read by axe as it is then.
  beforeEach(() => document.documentElement.style.setProperty('--balcao-duration', '0s'));

  afterEach(async () => {
    document.documentElement.removeAttribute('style');
    pix?.page.remove();
    await setViewport({ width: 1280, height: 720 });
  });

  it('passes axe before a code is made', async () => {
    pix = await PixPage.open((await PixPage.settings()).settings);
    await expect(pix.element).to.be.accessible();
  });

  it('passes axe while the code waits, and once it is paid', async () => {
    const { room, settings } = await PixPage.settings();
    pix = await PixPage.open(settings);
    await pix.create();
    await expect(pix.element).to.be.accessible();
    await room.pix('settle');
    document.dispatchEvent(new Event('visibilitychange'));
    await pix.waitFor('balcao-pix-paid');
    await pix.says(/Pix recebido|aprovado/);
    await expect(pix.element).to.be.accessible();
  });

  it('passes axe while the code is made, and where it could not be copied', async () => {
    const { room, settings } = await PixPage.settings();
    const clipboard = Object.getOwnPropertyDescriptor(navigator, 'clipboard');
    Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true });
    Object.defineProperty(document, 'execCommand', { value: () => false, configurable: true });
    await room.fault('generatePixQrCode', 'hang');
    pix = await PixPage.open({ ...settings, amount: '1499.00' });
    await pix.page.clickPay();
    await room.waitForPending();
    await expect(pix.element).to.be.accessible();
    await room.release();
    await pix.code();
    await pix.page.click(await pix.part('copy-button'));
    await pix.says(/não deixou copiar/);
    await expect(pix.element).to.be.accessible();
    Reflect.deleteProperty(document, 'execCommand');
    if (clipboard) Object.defineProperty(navigator, 'clipboard', clipboard);
    else Reflect.deleteProperty(navigator, 'clipboard');
  });

  it('passes axe where the code was refused', async () => {
    const { room, settings } = await PixPage.settings();
    await room.fault('generatePixQrCode', 'pix-tampered');
    pix = await PixPage.open(settings);
    await pix.page.clickPay();
    await pix.says(/não foi/);
    expect(pix.hasCode).to.equal(false);
    await expect(pix.element).to.be.accessible();
  });

  it('needs no sideways scroll at 320 px', async () => {
    await setViewport({ width: 320, height: 640 });
    pix = await PixPage.open((await PixPage.settings()).settings);
    await pix.create();
    expect(document.documentElement.scrollWidth).to.equal(document.documentElement.clientWidth);
  });
});
