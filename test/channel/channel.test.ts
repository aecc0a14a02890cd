import { expect } from '@open-wc/testing';
import { Channel } from '../../src/channel/channel.js';
import { pageMessageSchema, type PageMessage } from '../../src/channel/page-message.js';
import { isHandover, listProtocols } from '../../src/channel/handover.js';

describe('a channel', () => {
  let other: MessagePort;
  let heard: PageMessage[];
  let channel: Channel<PageMessage, string>;
  let isInTurn: boolean;

  beforeEach(() => {
    const { port1, port2 } = new MessageChannel();
    heard = [];
    isInTurn = true;
    other = port2;
    other.start();
    channel = new Channel({
      port: port1,
      schema: pageMessageSchema(),
      handle: (message) => {
        heard.push(message);
        return isInTurn;
      },
    });
  });

  afterEach(() => {
    channel.close();
    other.close();
  });

  /** Waits until all that was posted before has arrived. */
  async function arrive(): Promise<void> {
    other.postMessage({ type: 'check', turn: 1 });
    while (heard.at(-1)?.type !== 'check') await new Promise((resolve) => setTimeout(resolve));
  }

  it('drops what does not fit, and counts it', async () => {
    for (const message of [undefined, 'mark', { type: 'mark', more: 1 }, { type: 'go' }]) other.postMessage(message);
    await arrive();
    expect(channel.droppedCount).to.equal(4);
    expect(heard).to.deep.equal([{ type: 'check', turn: 1 }]);
  });

  it('counts what is not in turn', async () => {
    isInTurn = false;
    other.postMessage({ type: 'mark' });
    await arrive();
    expect(channel.droppedCount).to.equal(2);
  });

  it('drops a message that brings a port', async () => {
    other.postMessage({ type: 'mark' }, [new MessageChannel().port1]);
    await arrive();
    expect(channel.droppedCount).to.equal(1);
    expect(heard).to.have.length(1);
  });

  it('says what it is given, until it is closed', async () => {
    const said = new Promise((resolve) => (other.onmessage = ({ data }: MessageEvent<unknown>) => resolve(data)));
    channel.send('hello');
    expect(await said).to.equal('hello');
    other.postMessage({ type: 'mark' });
    channel.close();
    await new Promise((resolve) => setTimeout(resolve));
    expect(heard).to.deep.equal([]);
  });
});

describe('a handover', () => {
  it('is read where it is one', () => {
    expect(isHandover({ balcao: 'card-fields', protocols: [2, 1] })).to.equal(true);
  });

  for (const data of [
    null,
    'card-fields',
    {},
    { balcao: 'card-fields' },
    { balcao: 'other', protocols: [1] },
    { balcao: 'card-fields', protocols: 1 },
    { balcao: 'card-fields', protocols: ['1'] },
    { balcao: 'card-fields', protocols: [1.5] },
    { balcao: 'card-fields', protocols: [1, 2, 3, 4, 5, 6, 7, 8, 9] },
  ]) {
    it(`is not ${JSON.stringify(data)}`, () => expect(isHandover(data)).to.equal(false));
  }

  it('names the protocol of the page and the one before', () => {
    expect(listProtocols(3)).to.deep.equal([3, 2]);
    expect(listProtocols(1)).to.deep.equal([1]);
  });
});
