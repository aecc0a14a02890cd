import { expect } from '@open-wc/testing';
import { listProtocols } from '../../../src/channel/handover.js';
import { EMPTY_CARD, FrameLink, type FormMessage, type FrameEvent } from '../../../src/controllers/card-frame/frame-link.js';
import type { CheckoutError } from '../../../src/domain/errors.js';
import { waitUntil } from '../../support/checkout-page.js';
import { FakeClock } from '../../support/fake-clock.js';
import { FRAME_URL, HELLO, ScriptedFrame, WHOLE } from './scripted-frame.js';

const FORM: FormMessage = {
  type: 'form',
  language: 'en',
  texts: {},
  acceptedBrands: null,
  isBusy: false,
  isDisabled: false,
  canBeEmpty: false,
};

const catchError = (work: Promise<unknown>): Promise<CheckoutError> =>
  work.then(
    () => {
      throw new Error('It should have been refused.');
    },
    (error: CheckoutError) => error,
  );

describe('FrameLink', () => {
  let clock: FakeClock;
  let frame: ScriptedFrame;
  let news: FrameEvent[];

  beforeEach(() => {
    clock = new FakeClock();
    frame = new ScriptedFrame(clock);
    news = [];
    frame.link.subscribe((each) => news.push(each));
  });

  afterEach(() => frame.link.close());

  it('refuses an address that would isolate nothing, or is none', () => {
    for (const address of [`${location.origin}/frame/`, '/frame/', 'http://pay.provider.example/', `${FRAME_URL}#en`])
      expect(() => new FrameLink(document.createElement('iframe'), address), address)
        .to.throw()
        .with.property('code', 'invalid-config');
  });

  it('hands nothing over to the empty document that a frame begins with', () => {
    document.body.append(frame.iframe);
    frame.link.connect();
    expect(frame.documents).to.have.length(0);
    frame.load();
    expect(frame.documents).to.have.length(1);
    frame.iframe.remove();
  });

  it('knows an empty card and nobody before the frame speaks', () => {
    frame.link.connect();
    expect(frame.link).to.include({ hello: undefined, isReady: false });
    expect(frame.link.state).to.deep.equal(EMPTY_CARD);
  });

  it('is ready once the frame has said hello and ready', async () => {
    frame.link.connect();
    frame.load();
    const ready = frame.link.ready();
    frame.say(HELLO);
    await frame.link.meet();
    expect(frame.link).to.deep.include({ hello: HELLO, isReady: false });
    frame.say({ type: 'ready' });
    await ready;
    expect(clock.pending).to.equal(0);
  });

  it('takes the state that it asked for, and the news between', async () => {
    await frame.open();
    frame.say({ type: 'state', state: { ...WHOLE, brand: 'elo' } });
    frame.say({ type: 'height', height: 240 });
    await waitUntil(() => news.some(({ type }) => type === 'height'), 'the height');
    expect(frame.link.state.brand).to.equal('elo');
    await frame.link.check();
    expect(frame.link.state).to.deep.equal(WHOLE);
  });

  it('says that a frame is silent which does not say how its card is', async () => {
    await frame.open();
    frame.state = undefined;
    const silent = catchError(frame.link.check());
    await clock.advance(5000);
    expect((await silent).code).to.equal('network');
  });

  it('takes no state from before the fields were emptied', async () => {
    await frame.open();
    await frame.link.check();
    frame.state = undefined;
    frame.link.send({ type: 'clear', what: 'all' });
    const { turn } = await frame.hear('check', 2);
    expect(frame.link.state).to.deep.equal(EMPTY_CARD);
    frame.say({ type: 'state', state: WHOLE });
    frame.say({ type: 'height', height: 1 });
    await waitUntil(() => news.at(-1)?.type === 'height', 'what was said after the old state');
    expect(frame.link.state).to.deep.equal(EMPTY_CARD);
    frame.say({ type: 'state', state: EMPTY_CARD, turn });
    frame.say({ type: 'state', state: WHOLE });
    await waitUntil(() => frame.link.state.isTyped, 'the next card');
  });

  describe('what is not in turn', () => {
    beforeEach(() => frame.open());

    for (const [what, message] of [
      ['a second hello', HELLO],
      ['the answer to no call', { type: 'prepared', id: 'attempt-1' }],
      ['the outcome of no call', { type: 'outcome', id: 'attempt-1', result: { status: 'approved' }, isLateAwaited: false }],
      ['a state that was not asked for', { type: 'state', state: WHOLE, turn: 7 }],
      ['more than the schema has', { type: 'ready', number: '1' }],
      ['no message', 'hello'],
    ] as const) {
      it(`is dropped and counted: ${what}`, async () => {
        const heardBefore = news.length;
        frame.say(message);
        await frame.sync();
        expect(frame.link.droppedCount).to.equal(1);
        expect(news.slice(heardBefore).map(({ type }) => type)).to.deep.equal(['state']);
        expect(frame.link.hello).to.deep.equal(HELLO);
      });
    }

    it('is dropped and counted: a message with a port in it', async () => {
      const { port1, port2 } = new MessageChannel();
      frame.document.sayWith({ type: 'ready' }, port2);
      await frame.sync();
      expect(frame.link.droppedCount).to.equal(1);
      port1.close();
    });

    it('is dropped and counted: an answer that was given before', async () => {
      await frame.sync();
      frame.say({ type: 'state', state: EMPTY_CARD, turn: 1 });
      await frame.sync();
      expect(frame.link.droppedCount).to.equal(1);
      expect(frame.link.state).to.deep.equal(WHOLE);
    });
  });

  describe('a frame that does not come', () => {
    it('fails 15 s after its first document', async () => {
      frame.link.connect();
      frame.load();
      const lost = catchError(frame.link.ready());
      await clock.advance(14_999);
      frame.say({ type: 'ready' });
      await clock.advance(1);
      expect((await lost).code).to.equal('network');
    });

    it('fails 30 s after it was asked for, without a document', async () => {
      frame.link.connect();
      const lost = catchError(frame.link.meet());
      await clock.advance(30_000);
      expect((await lost).code).to.equal('network');
    });

    it('fails at once where it says that a part of it is missing, and only in place of its first word', async () => {
      frame.link.connect();
      frame.load();
      const lost = catchError(frame.link.meet());
      frame.say({ type: 'fault', code: 'part-missing' });
      expect((await lost).code).to.equal('network');
      expect(frame.link.droppedCount).to.equal(0);
    });

    it('is one and the same fault for all who wait, and is loaded once more for the next', async () => {
      frame.link.connect();
      const lost = [catchError(frame.link.meet()), catchError(frame.link.ready())];
      await clock.advance(30_000);
      const [first, second] = await Promise.all(lost);
      expect(first).to.equal(second);
      frame.iframe.src = 'about:blank';
      const again = frame.link.ready();
      frame.load();
      frame.say(HELLO);
      frame.say({ type: 'ready' });
      await again;
    });

    it('still counts where it comes late', async () => {
      frame.link.connect();
      frame.load();
      const lost = catchError(frame.link.meet());
      await clock.advance(15_000);
      await lost;
      frame.say(HELLO);
      await waitUntil(() => frame.link.hello, 'the late hello');
      expect(await frame.link.meet()).to.deep.equal(HELLO);
    });
  });

  it('says in the console, once, that a frame began with something that it does not know', async () => {
    const { warn } = console;
    const lines: string[] = [];
    console.warn = (line: string) => void lines.push(line);
    frame.link.connect();
    frame.load();
    for (const message of ['hello', { ...HELLO, later: 1 }, HELLO]) frame.say(message);
    await waitUntil(() => frame.link.hello, 'hello');
    frame.say('more');
    await frame.sync();
    console.warn = warn;
    expect(lines).to.have.length(1);
    expect(lines[0]).to.contain(FRAME_URL).and.to.contain('versions next to each other');
  });

  it('speaks to no frame of a protocol that it does not know', async () => {
    frame.link.connect();
    frame.load();
    const refused = catchError(frame.link.meet());
    frame.say({ ...HELLO, protocol: 9 });
    const error = await refused;
    expect(error.code).to.equal('invalid-config');
    expect(error.message).to.match(/protocol 9, this page 1/);
    expect(frame.link.hello).to.equal(undefined);
  });

  it('says nothing more of a frame of another protocol that goes on to speak', async () => {
    const { warn } = console;
    const lines: string[] = [];
    console.warn = (line: string) => void lines.push(line);
    const newer = new ScriptedFrame(clock, `${FRAME_URL}newer/`);
    newer.link.connect();
    newer.load();
    for (const message of [{ ...HELLO, protocol: 9 }, { type: 'ready' }]) newer.say(message);
    await waitUntil(() => newer.link.droppedCount === 1, 'what comes after the hello');
    console.warn = warn;
    expect(lines).to.deep.equal([]);
    newer.link.close();
  });

  it('speaks to a frame of the protocol before its own, also after the provider has rolled back to it', async () => {
    const newer = new ScriptedFrame(clock, FRAME_URL, listProtocols(2));
    newer.link.connect();
    newer.load();
    newer.say({ ...HELLO, protocol: 2, build: 'new' });
    await waitUntil(() => newer.link.hello?.build === 'new', 'the new build');
    newer.load();
    newer.say({ ...HELLO, protocol: 1, build: 'old' });
    newer.say({ type: 'ready' });
    await waitUntil(() => newer.link.hello?.build === 'old', 'the old build');
    await newer.link.ready();
    expect(newer.link.droppedCount).to.equal(0);
    newer.link.close();
  });

  describe('a second document', () => {
    it('is spoken to only once it says hello, and hears the last form', async () => {
      await frame.open();
      frame.link.send({ ...FORM, language: 'es' });
      frame.link.send(FORM);
      await frame.sync();
      frame.load();
      expect(frame.link.hello, 'the first one may still be there').to.deep.equal(HELLO);
      const second = { ...HELLO, build: 'second' };
      frame.say(second);
      await waitUntil(() => frame.link.hello?.build === 'second', 'the hello of the second document');
      expect(news.map(({ type }) => type).slice(-2)).to.deep.equal(['dead', 'hello']);
      expect(frame.link).to.include({ isReady: false });
      expect(frame.link.state).to.deep.equal(EMPTY_CARD);
      await frame.sync();
      expect(frame.document.heard.map(({ type }) => type)).to.deep.equal(['form', 'check']);
      expect(frame.document.heard[0]).to.deep.equal(FORM);
    });

    it('leaves nothing to the first one', async () => {
      await frame.open();
      const [first] = frame.documents;
      await frame.open({ build: 'second' });
      first?.say({ type: 'height', height: 1 });
      await frame.sync();
      expect(news.some(({ type }) => type === 'height')).to.equal(false);
    });

    it('counts before one that was handed a port earlier and says hello later', async () => {
      frame.link.connect();
      frame.load();
      const [slow] = frame.documents;
      await frame.open({ build: 'second' });
      slow?.say({ ...HELLO, build: 'slow' });
      await frame.sync();
      expect(frame.link.hello?.build).to.equal('second');
    });
  });

  it('hears and says nothing once it is closed', async () => {
    await frame.open();
    frame.link.close();
    expect(news.at(-1)).to.deep.equal({ type: 'dead' });
    expect(frame.link.post({ type: 'mark' })).to.equal(false);
    expect((await catchError(frame.link.ready())).code).to.equal('network');
    expect(clock.pending).to.equal(0);
  });
});
