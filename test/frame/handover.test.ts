import { expect } from '@open-wc/testing';
import { frameMessageSchema, type FrameMessage } from '../../src/channel/frame-message.js';
import { listProtocols, PROTOCOL } from '../../src/channel/handover.js';
import { VERSION } from '../../src/domain/version.js';
import { waitForHandover } from '../../src/frame/start-frame.js';
import { collectErrors } from '../support/console-errors.js';
import { waitUntil } from '../support/wait-until.js';

const HANDOVER = { balcao: 'card-fields', protocols: listProtocols() };
const ORIGIN = 'https://loja.example';

describe('the listener for a handover', () => {
  const errors = collectErrors();
  let listening: Set<EventListenerOrEventListenerObject>;
  const { addEventListener, removeEventListener } = window;

  beforeEach(() => {
    listening = new Set();
    window.addEventListener = (type: string, listener: EventListenerOrEventListenerObject) => {
      listening.add(listener);
      addEventListener(type, listener);
    };
    window.removeEventListener = (type: string, listener: EventListenerOrEventListenerObject) => {
      listening.delete(listener);
      removeEventListener(type, listener);
    };
  });

  afterEach(() => {
    for (const listener of listening) removeEventListener('message', listener);
    Object.assign(window, { addEventListener, removeEventListener });
  });

  /** Sends a message as a browser would; the page of a test is its own parent. */
  function send(changes: MessageEventInit = {}): MessagePort {
    const { port1 } = new MessageChannel();
    window.dispatchEvent(new MessageEvent('message', { source: window, origin: ORIGIN, data: HANDOVER, ports: [port1], ...changes }));
    return port1;
  }

  /** What has come of a promise by now. */
  const resultOf = (handover: Promise<MessagePort>): Promise<unknown> => Promise.race([handover, Promise.resolve('nothing yet')]);

  it('takes one port of the page around, and then listens to nothing any more', async () => {
    const handover = waitForHandover(['https://other.example', ORIGIN]);
    const port = send();
    send();
    expect(await handover).to.equal(port);
    expect([...listening]).to.deep.equal([]);
  });

  it('says in the console whose page it refuses, once for each port, and of other messages nothing', async () => {
    const handover = waitForHandover([ORIGIN]);
    send({ origin: 'https://outra.example' });
    send({ origin: 'https://outra.example', data: null });
    send();
    await handover;
    expect(errors).to.have.length(1);
    expect(errors[0]).to.match(/not for pages of https:\/\/outra\.example\. .*origins of the configuration/);
  });

  const { port1, port2 } = new MessageChannel();
  const others: [string, MessageEventInit][] = [
    ['of another origin', { origin: 'https://loja.example.evil.test' }],
    ['of no origin', { origin: 'null' }],
    ['of another window', { source: document.createElement('iframe').contentWindow }],
    ['of another port', { source: port1 }],
    ['without a port', { ports: [] }],
    ['with two ports', { ports: [port1, port2] }],
    ['that says something else', { data: { balcao: 'card-fields' } }],
    ['that says nothing', { data: null }],
  ];
  for (const [what, changes] of others) {
    it(`ignores a message ${what}, and goes on listening`, async () => {
      const handover = waitForHandover([ORIGIN]);
      send(changes);
      expect(await resultOf(handover)).to.equal('nothing yet');
      const port = send();
      expect(await handover).to.equal(port);
    });
  }
});

describe('the page of a frame', () => {
  let iframe: HTMLIFrameElement;

  const labels = (frame: Window): (string | null)[] =>
    [...(frame.document.querySelector('balcao-card-fields')?.shadowRoot?.querySelectorAll('label') ?? [])].map(
      ({ textContent }) => textContent,
    );

  /** Opens a page that is compiled for this test's origin, at an address with something behind `#`. */
  async function open(hash: string, config: object = {}): Promise<Window> {
    const source = new URL('/__pages/start-frame.js', location.href).href;
    const options = JSON.stringify({ service: 'https://service.test/v1', origins: [location.origin], ...config });
    const text = `<!doctype html><body><script type="module">import { startFrame } from "${source}"; startFrame(${options});</script>`;
    iframe = document.createElement('iframe');
    iframe.src = `${URL.createObjectURL(new Blob([text], { type: 'text/html' }))}${hash}`;
    document.body.append(iframe);
    const { contentWindow } = iframe;
    if (!contentWindow) throw new Error('no window');
    await waitUntil(() => labels(contentWindow).length === 4, 'fields');
    return contentWindow;
  }

  afterEach(() => iframe.remove());

  /** Hands a port over, and keeps what comes through it. */
  function handOver(frame: Window): FrameMessage[] {
    const messages: FrameMessage[] = [];
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }: MessageEvent<unknown>) => messages.push(frameMessageSchema().parse(data));
    frame.postMessage(HANDOVER, location.origin, [port2]);
    return messages;
  }

  it('draws the fields before anybody has spoken to it, in Portuguese', async () => {
    const frame = await open('');
    expect(labels(frame)).to.deep.equal(['Número do cartão', 'Validade', 'Código (CVV)', 'Nome no cartão']);
    expect(frame.document.documentElement.lang).to.equal('pt-BR');
  });

  it('draws the fields in the language that its address names', async () => {
    const frame = await open('#en');
    await waitUntil(() => labels(frame)[0] === 'Card number', 'English');
    expect(frame.document.documentElement.lang).to.equal('en');
  });

  it('says who it is and that it is ready, through the first port alone', async () => {
    const profile = { environment: 'sandbox', timeLimits: { cardMs: 20_000 } };
    const frame = await open('', { profile });
    const messages = handOver(frame);
    const second = handOver(frame);
    await waitUntil(() => messages.some(({ type }) => type === 'ready'), 'ready');
    expect(messages[0]).to.deep.equal({
      type: 'hello',
      protocol: PROTOCOL,
      build: VERSION,
      service: 'https://service.test/v1/',
      environment: 'sandbox',
      timeLimits: { cardMs: 20_000, otherMs: 15_000 },
    });
    expect(second).to.deep.equal([]);
  });

  it('says that something is wrong with it where its config cannot be used, and not what', async () => {
    const frame = await open('', { service: 'http://service.test/' });
    const messages = handOver(frame);
    await waitUntil(() => messages.length > 0, 'a fault');
    expect(messages).to.deep.equal([{ type: 'fault', code: 'internal' }]);
  });
});

describe('the address of a frame, opened by itself', () => {
  afterEach(() => document.documentElement.removeAttribute('lang'));

  it('says what it is for, and draws no field', async () => {
    const { startFrame } = await import('../../src/frame/start-frame.js');
    startFrame({ service: 'https://service.test/', origins: [] });
    const notice = document.body.lastElementChild;
    expect(notice?.textContent).to.contain('Para pagar, volte à loja.');
    notice?.remove();
    expect(document.querySelector('balcao-card-fields, input')).to.equal(null);
  });
});
