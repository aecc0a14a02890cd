import '../../../src/elements/checkout/define.js';
import { expect } from '@open-wc/testing';
import { diagnose } from '../../../src/controllers/page/diagnose-loader.js';
import { CheckoutPage } from '../../support/checkout-page.js';
import { collectErrors } from '../../support/console-errors.js';
import { linesOf } from '../../support/diagnosis-lines.js';
import { writeFrameUrl } from '../../support/frame/frame-address.js';
import { openRoom, type Room } from '../../support/sandbox-room.js';

describe('diagnose(): a frame of the card fields', () => {
  let room: Room;
  let frameUrl: string;
  let page: CheckoutPage | undefined;
  const { warn, info } = console;
  collectErrors();

  beforeEach(async () => {
    console.warn = console.info = () => undefined;
    room = await openRoom();
    frameUrl = writeFrameUrl({ service: room.baseUrl, origins: [location.origin] }, location.href);
  });

  afterEach(() => {
    Object.assign(console, { warn, info });
    page?.remove();
    page = undefined;
    for (const iframe of document.querySelectorAll('body > iframe')) iframe.remove();
  });

  const ask = async (more: Record<string, unknown> = {}): Promise<string[]> => {
    const settings = { 'frame-url': frameUrl, 'token-url': room.tokenUrl, amount: '149.90', 'order-id': 'order-1', ...more };
    page = await CheckoutPage.open('balcao-checkout', settings);
    return linesOf(await diagnose(page.element));
  };

  it('names the service, and what the frame lacks; asks for a token, and the service nothing', async () => {
    const [settings, frame, headers, token, ...others] = await ask({ methods: 'card' });
    expect(settings).to.equal('ok settings: The settings can be used.');
    expect(frame)
      .to.match(/^ok frame: The frame is there: build \S+, protocol 1, for the service at /)
      .and.to.contain(room.baseUrl);
    expect(headers).to.match(/^warning frame: The frame's headers are missing .*frame-ancestors/);
    expect(token).to.match(/^ok token: There is a token/);
    expect(others).to.deep.equal([]);
    expect((await room.state()).requests).to.deep.equal([]);
  });

  it('asks a service that the page has the address of, and warns where it is not that of the frame', async () => {
    const lines = await ask({ 'base-url': `${room.baseUrl}v2/` });
    expect(lines.filter((line) => line.includes('base-url is')).join()).to.match(/^warning frame: .*cards would be charged at one service/);
    expect(lines.some((line) => /^(?:ok|bad|warning) service/.test(line))).to.equal(true);
  });

  it('looks at the token source of the frame beside a relay, which needs none', async () => {
    const lines = await ask({ 'base-url': room.relayUrl, 'token-url': '/nowhere' });
    expect(lines.filter((line) => line.includes(' token: '))[0]).to.match(/^(?:bad|warning) token/);
    expect(lines).to.include("ok token: The shop's server adds the token.");
    expect(lines.filter((line) => line.includes('settings: The settings can be used'))).to.have.length(1);
  });

  it('refuses a frame of the own origin, and opens none', async () => {
    const [line] = await ask({ 'frame-url': `${location.origin}/__frame/`, methods: 'card' });
    expect(line).to.match(/^bad settings: frame-url.*isolates nothing/);
    expect(document.querySelector('body > iframe')).to.equal(null);
  });

  it('names what the page and the frame do not agree on', async () => {
    frameUrl = writeFrameUrl({ service: room.baseUrl, origins: [location.origin], profile: { environment: 'sandbox' } }, location.href);
    const lines = await ask({ methods: 'card', environment: 'live' });
    expect(lines.join()).to.match(/^bad frame: environment="live" does not fit the service: frame-url says "sandbox"/);
  });
});
