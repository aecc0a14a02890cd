import { expect } from '@open-wc/testing';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import type { SavedCardsPage } from '../elements/saved-cards/saved-cards-page.js';
import { APPROVED_CARD, waitUntil } from '../support/checkout-page.js';
import { registerSecret } from '../support/every-test.js';
import { sample } from '../support/run-settings.js';
import { openRoom, type Room } from '../support/sandbox-room.js';
import { CHECKOUT_STATES, openCheckout, type CheckoutState } from './checkout-states.js';

/** The most that a page may shift in all: a tenth of what Core Web Vitals call good. */
const MOST_SHIFT = 0.01;

const PHONE = { width: 360, height: 640 };
const DESK = { width: 1280, height: 720 };

/** A state that something comes out of: what a press of a button changes at once is the shopper's own doing. */
interface Transition extends Omit<CheckoutState, 'says'> {
  begin?: (page: SavedCardsPage, room: Room) => Promise<unknown>;
  says: RegExp;
}

interface Shift extends PerformanceEntry {
  /** Whether somebody pressed or typed something within the half second before. */
  readonly hadRecentInput: boolean;
  readonly value: number;
  readonly sources: readonly { node?: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}

/** What a page goes through by itself: fields are filled and, but for messages above a form, buttons pressed by script, so that no shift is excused by an input. */
const TRANSITIONS: Readonly<Record<string, Transition>> = {
  'a card is approved': { says: /Pagamento aprovado|Payment approved/, reach: payBy() },
  'a card is declined': { says: /não aprovado|not approved|declined/, reach: pressBy('decline') },
  'a payment fails': { says: /não foi feito|was not made/, reach: pressBy('403') },
  'a payment is not confirmed': { says: /Não pague de novo|Do not pay again|Don’t pay again/, reach: payBy('503-after-charge') },
  'a Pix is paid': { says: /Pix/, settings: { methods: 'pix card' }, begin: makePix, reach: payPix('settle') },
  'a Pix expires': { says: /venceu|expired/, settings: { methods: 'pix card' }, begin: makePix, reach: payPix('expire') },
  'a saved card is approved': {
    says: /Pagamento aprovado|Payment approved/,
    isReturning: true,
    async reach(page) {
      page.radios[0]?.click();
      await page.element.pay();
    },
  },
};

const SITUATIONS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'as it is': {},
  'with the fee choice': CHECKOUT_STATES['the fee choice'].settings,
  'in English': { lang: 'en' },
};

const PLACES = Object.entries({ PHONE, DESK }).flatMap(([size, viewport]) =>
  Object.entries(SITUATIONS).map(([situation, settings]) => ({ size, viewport, situation, settings })),
);

async function fillByScript(page: SavedCardsPage): Promise<void> {
  for (const [name, text] of Object.entries(APPROVED_CARD)) {
    registerSecret(name === 'number' || name === 'securityCode' ? text : '');
    const field = page.field(name);
    field.value = text;
    field.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  }
  await page.element.updateComplete;
}

function payBy(fault?: Parameters<Room['fault']>[1]) {
  return async (page: SavedCardsPage, room: Room): Promise<void> => {
    if (fault) await room.fault('processPayment', fault);
    await fillByScript(page);
    await page.element.pay();
  };
}

/** A message above the form is the answer to a press, also where a busy machine takes longer than browsers call recent: a key is pressed until then. */
function pressBy(fault: Parameters<Room['fault']>[1]) {
  return async (page: SavedCardsPage, room: Room): Promise<void> => {
    await room.fault('processPayment', fault);
    await fillByScript(page);
    await page.clickPay();
    while (!/balcao-(?:declined|failed)/.test(page.eventNames.join())) await sendKeys({ press: 'Shift' });
  };
}

async function makePix(page: SavedCardsPage): Promise<void> {
  void page.element.pay();
  await waitUntil(() => page.all('[part~="pix-code"], [part~="pay-button"][aria-disabled="true"]').length > 0, 'a Pix code on its way');
}

function payPix(action: Parameters<Room['pix']>[0]) {
  return async (page: SavedCardsPage, room: Room): Promise<void> => {
    const read = (): string => page.all<HTMLTextAreaElement>('[part~="pix-code"]')[0]?.value ?? '';
    await waitUntil(() => read().startsWith('0002'), 'a Pix code');
    await room.pix(action);
    dispatchEvent(new PageTransitionEvent('pageshow'));
  };
}

/** Settles once what was changed is painted, and its shifts are written down. */
async function painted(): Promise<void> {
  for (let frames = 0; frames < 3; frames += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
}

// The only engine that measures it.
if (PerformanceObserver.supportedEntryTypes.includes('layout-shift')) {
  describe('balcao-checkout in its place', () => {
    const below = Object.assign(document.createElement('p'), { textContent: 'What stands below the checkout.' });
    let room: Room;
    let page: SavedCardsPage;

    beforeEach(async () => {
      room = await openRoom();
    });

    afterEach(async () => {
      page.remove();
      below.remove();
      await room.release();
      await setViewport(DESK);
    });

    for (const [row, [name, { says, begin, reach, ...state }]] of Object.entries(TRANSITIONS).entries()) {
      for (const { size, viewport, situation, settings } of sample(PLACES, 1, row)) {
        it(`moves nothing by itself: ${name}, ${situation}, ${size.toLowerCase()}`, async () => {
          await setViewport(viewport);
          page = await openCheckout(room, { ...state, settings: { ...settings, ...state.settings } });
          document.body.append(below);
          await begin?.(page, room);
          await painted();
          const shifts: Shift[] = [];
          const observer = new PerformanceObserver((list) => shifts.push(...(list.getEntries() as Shift[])));
          observer.observe({ type: 'layout-shift' });
          await reach?.(page, room);
          await page.says(says);
          await painted();
          shifts.push(...(observer.takeRecords() as Shift[]));
          observer.disconnect();

          const unasked = shifts.filter(({ hadRecentInput }) => !hadRecentInput);
          const sum = unasked.reduce((total, { value }) => total + value, 0);
          const moved = unasked.flatMap(({ sources }) => sources.map(describeSource));
          expect(sum, moved.join('\n')).to.be.at.most(MOST_SHIFT);
        });
      }
    }
  });
}

function describeSource({ node, previousRect: from, currentRect: to }: Shift['sources'][number]): string {
  const name = node instanceof Element ? `${node.localName}[${node.getAttribute('part') ?? node.className}]` : (node?.textContent ?? '?');
  return `${name} from ${from.x},${from.y} ${from.width}x${from.height} to ${to.x},${to.y} ${to.width}x${to.height}`;
}
