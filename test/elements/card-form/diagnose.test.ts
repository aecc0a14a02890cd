import '../../../src/elements/checkout/define.js';
import { expect } from '@open-wc/testing';
import '../../../src/elements/saved-cards/define.js';
import type { TokenRequest } from '../../../src/client/tokens/token.js';
import { diagnose } from '../../../src/controllers/page/diagnose-loader.js';
import { CheckoutPage } from '../../support/checkout-page.js';
import { linesOf } from '../../support/diagnosis-lines.js';
import { openRoom, type Room } from '../../support/sandbox-room.js';

describe('diagnose()', () => {
  let room: Room;
  let page: CheckoutPage | undefined;
  const said: string[] = [];
  const { error, info, warn } = console;

  beforeEach(async () => {
    room = await openRoom();
    said.length = 0;
    console.error = (...words: unknown[]) => void said.push(`error: ${words.join(' ')}`);
    console.warn = (...words: unknown[]) => void said.push(`warn: ${words.join(' ')}`);
    console.info = (...words: unknown[]) => void said.push(`info: ${words.join(' ')}`);
  });

  afterEach(() => {
    Object.assign(console, { error, info, warn });
    page?.remove();
    page = undefined;
  });

  const open = async (more: Record<string, unknown> = {}): Promise<Element> => {
    page = await CheckoutPage.open('balcao-checkout', { 'base-url': room.baseUrl, 'token-url': room.tokenUrl, amount: '149.90', ...more });
    return page.element;
  };

  it('warns of an order without order-id, whatever else is found, and calls it no fault', async () => {
    const unnamed = /^warning settings: There is no order-id: a reload, another tab/;
    const named = linesOf(await diagnose(await open({ 'order-id': 'order-1' })));
    expect(named.join()).to.not.contain('order-id');
    page?.remove();
    const diagnosis = await diagnose(await open());
    expect(linesOf(diagnosis)[1]).to.match(unnamed);
    expect(diagnosis.ok).to.equal(true);
    expect(said.filter((line) => line.startsWith('warn: Balcão: There is no order-id'))).not.to.be.empty;
    page?.remove();
    expect(linesOf(await diagnose(await open({ amount: '12,3' })))[1]).to.match(unnamed);
    page?.remove();
    expect(linesOf(await diagnose(await open({ client: {} })))[1]).to.match(unnamed);
  });

  it('finds nothing wrong with a sound setup, says so in the console with what is not protected without a key, and charges nothing', async () => {
    const diagnosis = await diagnose(await open({ 'order-id': 'order-1' }));

    expect(linesOf(diagnosis).join('\n')).to.match(
      /^ok settings: .*\nok token: .*\nok service: .*\nwarning service: A browser may send a charge again by itself.*$/,
    );
    expect(diagnosis.ok).to.equal(true);
    expect(said.filter((line) => line.startsWith('info: Balcão: '))).to.have.length(3);
    expect(said.filter((line) => !line.startsWith('info: '))).to.have.length(1);
    expect((await room.state()).requests.filter(({ method }) => method !== 'GET')).to.deep.equal([]);
  });

  it('looks at the first checkout of the page, when none is named', async () => {
    await open();
    expect((await diagnose()).ok).to.equal(true);
    expect((await room.shop.state()).requests).to.have.length(1);
  });

  it('asks the token source of the page', async () => {
    const { token } = await room.issueToken();
    expect(linesOf(await diagnose(await open({ 'token-url': '', getToken: () => token })))[2]).to.match(/^ok token/);
    expect((await room.shop.state()).requests).to.deep.equal([]);
  });

  it('names what is wrong with the settings, and asks nothing', async () => {
    const lines = linesOf(await diagnose(await open({ amount: '12,3', 'max-installments': '0' })));

    expect(lines.join('\n')).to.match(/^bad settings: amount="12,3" .*\nbad settings: max-installments="0" .*\nwarning settings: .*$/);
    expect(said.filter((line) => /^error: Balcão: amount="12,3"/.test(line))).to.have.length(1);
    expect((await room.shop.state()).requests).to.deep.equal([]);
    expect((await room.state()).requests).to.deep.equal([]);
  });

  for (const [fault, words] of [
    ['500', /500/],
    ['html', /HTML/],
    ['garbage', /neither/],
  ] as const) {
    it(`names a token endpoint that answers ${fault}`, async () => {
      await room.shop.fault('token', fault);
      const diagnosis = await diagnose(await open());
      expect(diagnosis.ok).to.equal(false);
      expect(linesOf(diagnosis).at(-1))
        .to.match(/^bad token: /)
        .and.to.match(words);
      expect(said.at(-1))
        .to.match(/^error: Balcão: /)
        .and.to.match(words);
    });
  }

  for (const fault of ['401', '403', '404'] as const) {
    it(`warns of a token endpoint that is there and refuses this order by ${fault}`, async () => {
      await room.shop.fault('token', fault);
      const diagnosis = await diagnose(await open({ 'order-id': 'order-1' }));
      expect(diagnosis.ok).to.equal(true);
      expect(linesOf(diagnosis).at(-1)).to.match(/^warning token: .*gives no token for this.*order "order-1"/);
      expect(said.at(-1)).to.match(/^warn: Balcão: The token endpoint/);
    });
  }

  it("asks for a token of the element's order, and for one of cards alone where the element takes no payment", async () => {
    const asked: unknown[] = [];
    const { token } = await room.issueToken();
    const getToken = ({ purpose, orderId }: TokenRequest): string => (asked.push([purpose, orderId]), token);
    const settings = { 'base-url': room.baseUrl, amount: '149.90', 'customer-id': 'c-1', getToken };
    for (const more of [{ 'order-id': '42' }, {}, { 'pay-button': 'none' }]) {
      page = await CheckoutPage.open('balcao-saved-cards', { ...settings, ...more });
      expect((await diagnose(page.element)).ok).to.equal(true);
      page.remove();
    }
    expect(asked).to.deep.equal([
      ['pix-status', '42'],
      ['pix-status', undefined],
      ['card-token', undefined],
    ]);
  });

  it('names a refused preflight', async () => {
    await room.configure({ cors: 'refused-preflight' });
    expect(linesOf(await diagnose(await open())).at(-1)).to.match(/^bad service: .*refuses the preflight.*Authorization/);
  });

  it('names a missing CORS header', async () => {
    await room.configure({ cors: 'missing' });
    expect(linesOf(await diagnose(await open())).at(-1)).to.match(/^bad service: .*Access-Control-Allow-Origin/);
  });

  it('names a service that is not there', async () => {
    expect(linesOf(await diagnose(await open({ 'base-url': 'http://127.0.0.1:1/' }))).at(-1)).to.match(/^bad service: .*cannot be reached/);
  });

  it('names a base-url whose path is wrong', async () => {
    const lines = linesOf(await diagnose(await open({ 'base-url': `${room.baseUrl}v2/` })));
    expect(lines.at(-1)).to.match(/^bad service: Nothing shows that a payments service is below .*\/v2\//);
  });

  it('asks status-url in place of the service', async () => {
    const lines = linesOf(await diagnose(await open({ 'status-url': `${room.tokenUrl.replace(/token$/, 'nowhere')}/{charge}` })));
    expect(lines.at(-1)).to.match(/^warning shop: status-url responds 404/);
  });

  it('says of which service the token is, and refuses that of another environment', async () => {
    expect(linesOf(await diagnose(await open({ environment: 'sandbox' })))[2]).to.match(/^ok token: .*"sandbox"/);
    page?.remove();
    const diagnosis = await diagnose(await open({ environment: 'live' }));
    expect(diagnosis.ok).to.equal(false);
    expect(linesOf(diagnosis).at(-1)).to.match(/^bad token: environment="live" does not fit the service/);
  });

  it('says that there is nothing to look at', async () => {
    for (const element of [undefined, document.body]) {
      expect(linesOf(await diagnose(element))).to.have.length(1);
      expect(said.at(-1)).to.match(/^error: Balcão: There is no Balcão element/);
    }
  });
});
