import '../../../src/elements/checkout/define.js';
import { expect } from '@open-wc/testing';
import type { Diagnosis } from '../../../src/client/index.js';
import { diagnose } from '../../../src/controllers/page/diagnose-loader.js';
import { CheckoutPage } from '../../support/checkout-page.js';
import { openRoom, type Room } from '../../support/sandbox-room.js';

/** The sentences, each with what it is about. */
function linesOf({ findings }: Diagnosis): string[] {
  return findings.map(({ check, ok, message }) => `${ok ? 'ok' : 'bad'} ${check}: ${message}`);
}

describe('diagnose()', () => {
  let room: Room;
  let page: CheckoutPage | undefined;
  const said: string[] = [];
  const { error, info } = console;

  beforeEach(async () => {
    room = await openRoom();
    said.length = 0;
    console.error = (...words: unknown[]) => void said.push(`error: ${words.join(' ')}`);
    console.info = (...words: unknown[]) => void said.push(`info: ${words.join(' ')}`);
  });

  afterEach(() => {
    Object.assign(console, { error, info });
    page?.remove();
    page = undefined;
  });

  const open = async (more: Record<string, unknown> = {}): Promise<Element> => {
    page = await CheckoutPage.open('balcao-checkout', { 'base-url': room.baseUrl, 'token-url': room.tokenUrl, amount: '149.90', ...more });
    return page.element;
  };

  it('says once, and when asked, what is not protected without an order-id', async () => {
    const warnings: string[] = [];
    const { warn } = console;
    console.warn = (line: unknown) => warnings.push(String(line));
    try {
      const { findings } = await diagnose(await open({ 'order-id': 'order-1' }));
      expect(findings[0]?.message).to.not.contain('order-id');
      page?.remove();
      expect(warnings.join()).to.not.contain('order-id');
      for (let time = 0; time < 2; time += 1) {
        expect((await diagnose(await open())).findings[0]?.message).to.contain('no order-id: a reload, another tab');
        page?.remove();
      }
    } finally {
      console.warn = warn;
    }
    expect(warnings.filter((line) => line.includes('no order-id'))).to.have.length(1);
  });

  it('finds nothing wrong with a sound setup, says so in the console, and charges nothing', async () => {
    const diagnosis = await diagnose(await open());

    expect(linesOf(diagnosis).join('\n')).to.match(/^ok settings: .*\nok token: .*\nok service: .*$/);
    expect(diagnosis.ok).to.equal(true);
    expect(said.filter((line) => line.startsWith('info: Balcão: '))).to.have.length(3);
    expect((await room.state()).requests.filter(({ method }) => method !== 'GET')).to.deep.equal([]);
  });

  it('looks at the first checkout of the page, when none is named', async () => {
    await open();
    expect((await diagnose()).ok).to.equal(true);
    expect((await room.shop.state()).requests).to.have.length(1);
  });

  it('asks the token source of the page', async () => {
    const { token } = await room.issueToken();
    expect(linesOf(await diagnose(await open({ 'token-url': '', getToken: () => token })))[1]).to.match(/^ok token/);
    expect((await room.shop.state()).requests).to.deep.equal([]);
  });

  it('names what is wrong with the settings, and asks nothing', async () => {
    const lines = linesOf(await diagnose(await open({ amount: '12,3', 'max-installments': '0' })));

    expect(lines.join('\n')).to.match(/^bad settings: amount="12,3" .*\nbad settings: max-installments="0" .*$/);
    expect(said.filter((line) => /^error: Balcão: amount="12,3"/.test(line))).to.have.length(1);
    expect((await room.shop.state()).requests).to.deep.equal([]);
    expect((await room.state()).requests).to.deep.equal([]);
  });

  for (const [fault, words] of [
    ['404', /404.*address/],
    ['html', /HTML/],
    ['403', /403.*refuses/],
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

  it('says that there is nothing to look at', async () => {
    for (const element of [undefined, document.body]) {
      expect(linesOf(await diagnose(element))).to.have.length(1);
      expect(said.at(-1)).to.match(/^error: Balcão: There is no Balcão element/);
    }
  });
});
