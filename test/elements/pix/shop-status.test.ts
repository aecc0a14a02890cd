import '../../../src/elements/pix/define.js';
import { expect } from '@open-wc/testing';
import type { Room } from '../../support/sandbox-room.js';
import { PixPage, returnToPage } from './pix-page.js';

/** A page asks for the status of a code no sooner by itself, ms. */
const FIRST_QUESTION_MS = 11_000;

describe("balcao-pix: the shop's own word", () => {
  let room: Room;
  let settings: Record<string, unknown>;
  let shopUrl: string;
  let page: PixPage | undefined;

  beforeEach(async () => {
    ({ room, settings } = await PixPage.settings());
    shopUrl = room.tokenUrl.replace(/token$/, '');
    settings = { ...settings, 'status-url': `${shopUrl}status/{charge}`, 'pix-webhook': '' };
    await room.configure({ webhookUrl: `${shopUrl}webhook` });
  });

  afterEach(() => page?.page.remove());

  const open = async (more: Record<string, unknown> = {}): Promise<PixPage> => (page = await PixPage.open({ ...settings, ...more }));
  const asked = async () => (await room.shop.state()).requests.map(({ endpoint }) => endpoint);

  it('asks the shop instead of the service', async () => {
    const opened = await open();
    await opened.create();
    await room.pix('settle');
    returnToPage();
    await opened.waitFor('balcao-pix-paid');
    expect(await asked()).to.include('status');
  });

  it('hears of a payment by the stream before it would ask by itself, and takes the answer for the truth', async () => {
    const { setTimeout: startTimer } = globalThis;
    const startSoon = (work: () => void, delayMs = 0): unknown => (delayMs < FIRST_QUESTION_MS ? startTimer(work, delayMs) : 0);
    Object.assign(globalThis, { setTimeout: startSoon });
    try {
      const opened = await open({ 'status-stream-url': `${shopUrl}stream/{charge}` });
      await opened.create();
      await room.shop.waitForRequests('stream');
      await room.pix('settle');
      await opened.waitFor('balcao-pix-paid');
      expect(await asked()).to.include('status');
    } finally {
      Object.assign(globalThis, { setTimeout: startTimer });
    }
  });

  it('leaves the word to the shop when its endpoint is not there', async () => {
    await room.shop.fault('status', '404', { times: 9 });
    const opened = await open();
    await opened.create();
    returnToPage();
    await opened.says(/A loja confirmará o pagamento/);
  });

  it('goes on asking when the stream is refused, and says so once', async () => {
    await room.shop.fault('stream', '404', { times: 9 });
    const { error } = console;
    console.error = () => undefined;
    const opened = await open({ 'status-stream-url': `${shopUrl}stream/{charge}` });
    await opened.create();
    await room.shop.waitForRequests('stream');
    await room.pix('settle');
    returnToPage();
    await opened.waitFor('balcao-pix-paid');
    console.error = error;
    const problems = opened.page.events.filter(({ name }) => name === 'balcao-problem');
    expect(problems.map(({ detail }) => (detail as { operation: string }).operation)).to.deep.equal(['stream']);
  });
});
