import '../../../src/elements/pix/define.js';
import { expect } from '@open-wc/testing';
import { runSettings } from '../../support/run-settings.js';
import type { Room } from '../../support/sandbox-room.js';
import { FakeTime } from './fake-time.js';
import { PixPage, returnToPage } from './pix-page.js';

describe('balcao-pix: removal', () => {
  let room: Room;
  let settings: Record<string, unknown>;
  let time: FakeTime;

  beforeEach(async () => {
    ({ room, settings } = await PixPage.settings());
    time = new FakeTime();
  });

  afterEach(() => time.restore());

  it('leaves no timer and no question', async () => {
    const page = await PixPage.open(settings);
    await page.create();
    await time.advance(11_000);
    await room.waitForRequests('pixStatus');
    page.page.remove();
    await time.advance(60_000);
    expect(time.pending).to.equal(0);
    const { requests } = await room.state();
    time.jump(60_000);
    returnToPage();
    await time.advance(600_000);
    expect((await room.state()).requests).to.have.length(requests.length);
  });

  it('gives up a charge that is being made, and says nothing', async () => {
    await room.fault('generatePixQrCode', 'hang');
    const page = await PixPage.open(settings);
    const made = page.element.create();
    await room.waitForPending();
    page.page.remove();
    expect(await made).to.equal(undefined);
    await room.waitUntilIdle();
    expect((await room.state()).pix).to.have.length(0);
  });

  it('goes on where it is only moved', async () => {
    const page = await PixPage.open(settings);
    const code = await page.create();
    const box = document.createElement('div');
    document.body.append(box);
    box.append(page.element);
    expect(await page.code()).to.equal(code);
    await room.pix('settle');
    time.jump(2000);
    returnToPage();
    await page.waitFor('balcao-pix-paid');
    box.remove();
  });

  it('leaves nothing after many mounts of a live charge', async () => {
    const first = await PixPage.open(settings);
    await first.create();
    first.page.remove();
    const open = countListeners();
    for (let mount = 0; mount < (runSettings.isWhole ? 500 : 50); mount++) {
      const page = await PixPage.open(settings);
      page.page.remove();
    }
    await time.advance(60_000);
    expect(time.pending).to.equal(0);
    expect(open.count(), 'listeners on the window and the document').to.equal(0);
    open.restore();
    const { requests } = await room.state();
    returnToPage();
    await time.advance(60_000);
    expect((await room.state()).requests).to.have.length(requests.length);
  });
});

/** Counts the listeners that the page adds to the window and the document and does not take away. */
function countListeners(): { count: () => number; restore: () => void } {
  const { addEventListener, removeEventListener } = EventTarget.prototype;
  const open = new Set<string>();
  let ids = 0;
  const known = new WeakMap<object, number>();
  const keyOf = (target: unknown, type: string, listener: object): string => {
    const id = known.get(listener) ?? ++ids;
    known.set(listener, id);
    return `${target === window ? 'window' : 'document'} ${type} ${id}`;
  };
  const isPage = (target: unknown): boolean => target === window || target === document || target === undefined;
  EventTarget.prototype.addEventListener = function (type, listener, options): void {
    if (isPage(this) && listener) {
      const key = keyOf(this, type, listener);
      open.add(key);
      if (typeof options === 'object' && options.signal) addEventListener.call(options.signal, 'abort', () => open.delete(key));
    }
    addEventListener.call(this ?? window, type, listener, options);
  };
  EventTarget.prototype.removeEventListener = function (type, listener, options): void {
    if (isPage(this) && listener) open.delete(keyOf(this, type, listener));
    removeEventListener.call(this ?? window, type, listener, options);
  };
  return { count: () => open.size, restore: () => Object.assign(EventTarget.prototype, { addEventListener, removeEventListener }) };
}
