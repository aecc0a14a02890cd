import '../../../src/elements/card-form/define.js';
import { expect } from '@open-wc/testing';
import { systemClock } from '../../../src/client/system-clock.js';
import type { ProblemDetail } from '../../../src/controllers/page/checkout-events.js';
import { collectErrors } from '../../support/console-errors.js';
import { writeFrameUrl } from '../../support/frame/frame-address.js';
import { openRoom, type Room } from '../../support/sandbox-room.js';
import { waitUntil } from '../../support/wait-until.js';

/** How long the code of the form may take, ms. */
const LOAD_LIMIT_MS = 30_000;

describe('a frame of the card fields that does not come', () => {
  let room: Room;
  let form: HTMLElement | undefined;
  const { schedule } = systemClock;
  const errors = collectErrors();

  beforeEach(async () => {
    room = await openRoom();
    // The long waits for the frame are over at once: nobody comes. The code of the form does.
    const isForFrame = (delayMs: number): boolean => delayMs >= 15_000 && delayMs !== LOAD_LIMIT_MS;
    systemClock.schedule = (callback, delayMs) => schedule.call(systemClock, callback, isForFrame(delayMs) ? 0 : delayMs);
  });

  afterEach(() => {
    systemClock.schedule = schedule;
    form?.remove();
  });

  /** Shows a form whose frame knows no page of this origin, so it takes no port. */
  function show(): HTMLElement {
    const frameUrl = writeFrameUrl({ service: room.baseUrl, origins: ['https://shop.example'] }, location.href);
    form = document.createElement('balcao-card-form');
    const settings = { 'frame-url': frameUrl, 'token-url': room.tokenUrl, amount: '149.90', 'order-id': 'order-1' };
    for (const [name, value] of Object.entries(settings)) form.setAttribute(name, value);
    document.body.append(form);
    return form;
  }
  const find = (selector: string): HTMLElement | null | undefined => form?.shadowRoot?.querySelector<HTMLElement>(selector);
  const findNotice = (): Promise<HTMLElement> => waitUntil(() => find('[role=alert]'), 'the notice');

  it('is said in its place, with a way to load it anew; nothing is sent', async () => {
    const problems: ProblemDetail[] = [];
    const note = ({ detail }: CustomEvent<ProblemDetail>): void => void problems.push(detail);
    document.addEventListener('balcao-problem', note);
    show();
    const notice = await findNotice();
    document.removeEventListener('balcao-problem', note);
    expect(notice.querySelector('[part=error]')?.textContent).to.equal('Os campos do cartão não carregaram.');
    expect(notice.querySelector('[part=reload-button]')?.textContent).to.equal('Tentar de novo');
    expect(find('slot[name="card-frame"]')?.checkVisibility()).to.equal(false);
    // Once for each time that it was waited for.
    expect([...new Set(problems.map(({ operation, error }) => `${operation} ${error.code}`))]).to.deep.equal(['frame network']);
    expect(errors.filter((line) => line.includes(`name ${location.origin} among the origins`))).to.have.length(1);
    expect((await room.state()).requests).to.deep.equal([]);
  });

  it('is loaded anew by the button, which has the focus again where that was in vain', async () => {
    const shown = show();
    await findNotice();
    let loads = 0;
    const iframe = shown.querySelector('iframe');
    iframe?.addEventListener('load', () => (loads += 1));
    // The frame now has all the time that it needs.
    const { schedule: hurried } = systemClock;
    systemClock.schedule = schedule;
    find('[part=reload-button]')?.focus();
    find('[part=reload-button]')?.click();
    await waitUntil(() => !find('[role=alert]') && loads, 'another document in the place of the first');
    expect(find('slot[name="card-frame"]')?.checkVisibility()).to.equal(true);
    systemClock.schedule = hurried;
    iframe?.dispatchEvent(new Event('load'));
    await findNotice();
    await waitUntil(() => shown.shadowRoot?.activeElement === find('[part=reload-button]'), 'the focus on the button');
  });

  it('is said to whoever presses the button that pays, and never that a payment was not made', async () => {
    const outcomes: string[] = [];
    const shown = show();
    shown.addEventListener('balcao-failed', ({ detail }) => void outcomes.push(`${detail.status} ${detail.error.code}`));
    await waitUntil(() => find('[part=pay-button]'), 'the button that pays');
    for (let press = 1; press <= 2; press += 1) {
      find('[part=pay-button]')?.click();
      await waitUntil(() => outcomes.length === press, `the end of press ${press}`);
      await findNotice();
      expect(find('[part=outcome]') ?? null).to.equal(null);
      await waitUntil(() => shown.shadowRoot?.activeElement === find('[part=reload-button]'), 'the focus on the button');
    }
    expect(outcomes).to.deep.equal(['failed network', 'failed network']);
    expect((await room.state()).requests).to.deep.equal([]);
  });
});
