import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { actInFrame, type CardDriver } from '../card-driver.js';
import { waitUntil } from '../wait-until.js';
import { writeFrameUrl, writeSource } from './frame-address.js';

describe('the page of a frame, as tests reach it', () => {
  let frame: HTMLIFrameElement;
  let card: CardDriver;

  beforeEach(async () => {
    frame = document.createElement('iframe');
    frame.src = writeFrameUrl({ service: 'https://service.test/', origins: [location.origin] }, location.href);
    document.body.append(frame);
    card = actInFrame(() => frame);
    // The marks come with the code that divides a pasted card among the fields.
    await waitUntil(() => card.mark(), 'all code of the fields');
    await card.focus('number');
  });

  afterEach(() => frame.remove());

  it('is of another origin', async () => {
    await card.read('number');
    expect(frame.contentDocument).to.equal(null);
  });

  it('gets real keys, and is read', async () => {
    await sendKeys({ type: '41111' });
    expect(await card.readAll()).to.deep.equal(['4111 1', '', '', '']);
    expect(await card.caret('number')).to.equal(6);
    await sendKeys({ press: 'Tab' });
    expect(await card.focused()).to.equal('expirationDate');
    expect(await card.error('number')).to.match(/parece faltar/);
    expect(await card.text()).to.match(/Número do cartão.*parece faltar/);
  });

  it('is pasted into, filled in and typed into by hand', async () => {
    await card.paste('number', '4111 1111 1111 1111 01/31 737');
    expect(await card.readAll()).to.deep.equal(['4111 1111 1111 1111', '01/31', '737', '']);
    await card.fillIn({ holderName: 'MARIA' }, 'password manager');
    await card.retype({ number: '5555555555554444' });
    expect(await card.readAll()).to.deep.equal(['5555 5555 5555 4444', '01/31', '737', 'MARIA']);
  });

  it('is acted in again once it was loaded anew', async () => {
    await card.retype({ number: '41' });
    frame.src = `${frame.src}#en`;
    expect(await card.read('number')).to.equal('41');
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
    frame.src = frame.src.replace('#en', '&again');
    await loaded;
    await card.focus('number');
    expect(await card.label('number')).to.match(/\S/);
  });
});

describe('the config in the address of a frame', () => {
  it('comes as it went, with functions as their source', async () => {
    const profile = { readCharge: (body: unknown) => body, validUntil(period: unknown) { return period; } }; // prettier-ignore
    const config = { service: 'https://service.test/', origins: ['http://localhost'], limit: undefined, profile };
    const code = `export default ${writeSource(config)}`;
    const { default: read } = await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`);
    expect(read).to.deep.include({ service: config.service, origins: config.origins });
    expect([read.profile.readCharge(1), read.profile.validUntil(2)]).to.deep.equal([1, 2]);
  });
});
