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
  collectErrors();

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

  it('is said below its place, with a way to load the page anew; nothing is sent', async () => {
    const problems: ProblemDetail[] = [];
    const note = ({ detail }: CustomEvent<ProblemDetail>): void => void problems.push(detail);
    document.addEventListener('balcao-problem', note);
    // It knows no page of this origin, so it takes no port.
    const frameUrl = writeFrameUrl({ service: room.baseUrl, origins: ['https://shop.example'] }, location.href);
    form = document.createElement('balcao-card-form');
    const settings = { 'frame-url': frameUrl, 'token-url': room.tokenUrl, amount: '149.90', 'order-id': 'order-1' };
    for (const [name, value] of Object.entries(settings)) form.setAttribute(name, value);
    document.body.append(form);
    const { shadowRoot } = form;
    const notice = await waitUntil(() => shadowRoot?.querySelector('[role=alert]'), 'the notice');
    document.removeEventListener('balcao-problem', note);
    expect(notice.querySelector('[part=error]')?.textContent).to.equal('Os campos do cartão não carregaram. Recarregue a página.');
    expect(notice.querySelector('[part=reload-button]')?.textContent).to.equal('Recarregar a página');
    // Once for each time that it was waited for.
    expect([...new Set(problems.map(({ operation, error }) => `${operation} ${error.code}`))]).to.deep.equal(['frame network']);
    expect((await room.state()).requests).to.deep.equal([]);
  });
});
