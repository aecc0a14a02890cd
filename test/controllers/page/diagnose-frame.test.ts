import { expect } from '@open-wc/testing';
import type { FrameMessage, FrameMessageOf } from '../../../src/channel/frame-message.js';
import type { PageMessage } from '../../../src/channel/page-message.js';
import { diagnoseFrame, type AskableFrame } from '../../../src/controllers/page/diagnose-frame.js';
import { CheckoutError } from '../../../src/domain/errors.js';
import { FakeClock } from '../../support/fake-clock.js';
import { linesOf } from '../../support/diagnosis-lines.js';

const FRAME_URL = 'https://pay.provider.example/loja-1/v1/';
const SERVICE = 'https://payments.example/';
const HELLO: FrameMessageOf<'hello'> = {
  type: 'hello',
  protocol: 1,
  build: '0.1.0',
  service: SERVICE,
  timeLimits: { cardMs: 30_000, otherMs: 15_000 },
};

/** What a frame tells of itself. */
type Inspected = Omit<FrameMessageOf<'inspection'>, 'type' | 'id'>;

const SOUND: Inspected = { missing: [], canAutofill: true, droppedCount: 0 };

/** A frame that says what a test gives it to say, and keeps what it was told. */
class FakeFrame implements AskableFrame {
  readonly heard: PageMessage[] = [];
  readonly followed = new Map<string, (message: FrameMessage) => boolean>();
  readonly #inspection: Partial<Inspected> | undefined;

  constructor(inspection?: Partial<Inspected>) {
    this.#inspection = inspection;
  }

  post(message: PageMessage): boolean {
    this.heard.push(message);
    if (message.type === 'inspect' && this.#inspection) {
      const take = this.followed.get(message.id);
      // Something else with its name is not in turn.
      expect(take?.({ type: 'deleted', id: message.id })).to.equal(false);
      expect(take?.({ type: 'inspection', id: message.id, ...SOUND, ...this.#inspection })).to.equal(true);
    }
    return true;
  }

  follow(id: string, take: (message: FrameMessage) => boolean): () => void {
    this.followed.set(id, take);
    return () => void this.followed.delete(id);
  }
}

describe('diagnoseFrame', () => {
  const clock = new FakeClock();

  async function diagnose(frame: FakeFrame, baseUrl = ''): Promise<string[]> {
    const { findings } = await diagnoseFrame(async () => ({ link: frame, hello: HELLO }), { frameUrl: FRAME_URL, baseUrl }, clock);
    expect([...frame.followed]).to.deep.equal([]);
    return linesOf({ ok: true, findings });
  }

  it('says which service a sound frame is for, and that nothing is missing', async () => {
    const frame = new FakeFrame({});
    const { service } = await diagnoseFrame(async () => ({ link: frame, hello: HELLO }), { frameUrl: FRAME_URL, baseUrl: '' }, clock);
    expect(service).to.equal(SERVICE);
    expect(await diagnose(frame)).to.deep.equal([
      'ok frame: The frame is there: build 0.1.0, protocol 1, for the service at https://payments.example/.',
      'ok frame: Its headers are there, and the browser may fill the card in.',
    ]);
    expect(frame.heard.map(({ type }) => type)).to.deep.equal(['inspect', 'inspect']);
    expect(clock.pending).to.equal(0);
  });

  /** What is found of a frame that cannot be met. */
  async function diagnoseWithout(fault: CheckoutError): Promise<string[]> {
    const { findings, service } = await diagnoseFrame(() => Promise.reject(fault), { frameUrl: FRAME_URL, baseUrl: '' }, clock);
    expect(service).to.equal(undefined);
    return linesOf({ ok: false, findings });
  }

  it('says where to look when no frame comes', async () => {
    const [line, ...others] = await diagnoseWithout(new CheckoutError('network', 'The frame of the card fields has not come.'));
    expect(line).to.match(/^bad frame: The frame at https:\/\/pay\.provider\.example\/loja-1\/v1\/ said nothing in time\./);
    expect(line).to.contain('frame-src').and.to.contain(location.origin);
    expect(others).to.deep.equal([]);
  });

  it('says why a frame that is there cannot be used', async () => {
    const fault = new CheckoutError('invalid-config', 'The frame speaks protocol 7, this page 1.');
    expect(await diagnoseWithout(fault)).to.deep.equal(['bad frame: The frame speaks protocol 7, this page 1.']);
  });

  it('warns of a base-url of another service', async () => {
    const [, line] = await diagnose(new FakeFrame({}), 'https://other.example/v1');
    expect(line).to.equal(
      'warning frame: base-url is https://other.example/v1/, and the frame is for https://payments.example/: cards would be charged at one service, and Pix made at another. Name the same one.',
    );
  });

  for (const [what, baseUrl] of [
    ['the same service, spelt otherwise', 'HTTPS://payments.example'],
    ["a relay of the page's own origin", '/payments/'],
  ] as const) {
    it(`warns not of ${what}`, async () => {
      expect((await diagnose(new FakeFrame({}), baseUrl)).filter((line) => !line.startsWith('ok'))).to.deep.equal([]);
    });
  }

  const WRONG: readonly [Partial<Inspected>, RegExp][] = [
    [{ missing: ['frame-ancestors', 'nosniff'] }, /^warning frame: The frame's headers are missing .*: frame-ancestors, nosniff\./],
    [{ canAutofill: false }, /^warning frame: The browser may not fill the card in\. .*allow="autofill"/],
    [{ droppedCount: 3 }, /^warning frame: The frame dropped 3 messages/],
  ];
  for (const [inspection, line] of WRONG) {
    it(`warns of ${JSON.stringify(inspection)}`, async () => {
      const [, said, ...others] = await diagnose(new FakeFrame(inspection));
      expect(said).to.match(line);
      expect(others).to.deep.equal([]);
    });
  }

  it('waits five seconds for what the frame tells of itself, and no longer', async () => {
    const said = diagnose(new FakeFrame());
    await clock.advance(5000);
    expect((await said).at(-1)).to.equal('warning frame: The frame did not tell what headers it has.');
  });
});
