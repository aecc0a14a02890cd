import { expect } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import axe from 'axe-core';
import type { SavedCardsPage } from '../elements/saved-cards/saved-cards-page.js';
import { waitUntil } from '../support/checkout-page.js';
import { growTexts } from '../i18n/grown-texts.js';
import { sample } from '../support/run-settings.js';
import { openRoom, type Room } from '../support/sandbox-room.js';
import { CHECKOUT_STATES, reachState } from './checkout-states.js';
import { emulateMoreContrast, listPaleBorders, listPaleTexts } from './contrast.js';
import { listOverflow, listOverlaps, listSmallTargets, spaceText } from './layout.js';

const SCHEMES = ['light', 'dark'] as const;
const THEMES = ['calm', 'contrast', 'warm'] as const;
const NOWHERE = 'not all';

/** A desk; and a phone, which is also what a desk of 1280 px is at 400 % zoom. */
const SIZES = { desk: { width: 1280, height: 720 }, zoomed: { width: 320, height: 256 } };

/** Puts a theme's style sheet into the page, for no medium yet: a disabled one would be fetched anew each time. */
async function loadTheme(name: string): Promise<HTMLLinkElement> {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', media: NOWHERE, href: `/src/themes/${name}.css` });
  await new Promise((resolve, reject) => {
    link.addEventListener('load', resolve);
    link.addEventListener('error', () => reject(new Error(`There is no theme ${name}`)));
    document.head.append(link);
  });
  return link;
}

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** WCAG 2.5.3, which axe leaves out by default. */
const LABEL_IN_NAME = { 'label-content-name-mismatch': { enabled: true } };

/** What axe finds, as one line each: everything against WCAG 2.2 A and AA, or by some rules alone. */
async function listViolations(root: Element, rules?: string[]): Promise<string[]> {
  const runOnly = rules ? { type: 'rule' as const, values: rules } : WCAG;
  const { violations } = await axe.run(root, { runOnly, rules: rules ? {} : LABEL_IN_NAME, resultTypes: ['violations'] });
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html.slice(0, 120)}`));
}

describe('balcao-checkout for everyone', () => {
  let room: Room;
  let page: SavedCardsPage | undefined;
  let themes: HTMLLinkElement[] = [];

  before(async () => {
    // In one engine: they set colours alone, which are the same in all.
    if ('userAgentData' in navigator) themes = await Promise.all(THEMES.map(loadTheme));
  });

  after(() => {
    for (const theme of themes) theme.remove();
  });

  beforeEach(async () => {
    room = await openRoom();
    document.documentElement.style.setProperty('--balcao-duration', '0s');
  });

  afterEach(async () => {
    page?.remove();
    await room.release();
    for (const theme of themes) theme.media = NOWHERE;
    document.documentElement.removeAttribute('style');
    await setViewport(SIZES.desk);
  });

  for (const [name, state] of sample(Object.entries(CHECKOUT_STATES), 12)) {
    it(`keeps WCAG 2.2 AA: ${name}`, async () => {
      page = await reachState(room, state);
      const root = page.element;
      const complaints: string[] = [];
      const note = (where: string, found: readonly string[]): void => void complaints.push(...found.map((each) => `${where}: ${each}`));

      for (const scheme of SCHEMES) {
        document.documentElement.style.cssText = `color-scheme: ${scheme}; background: Canvas; --balcao-duration: 0s`;
        // Colours are all that the other scheme changes.
        note(scheme, await listViolations(root, scheme === 'light' ? undefined : ['color-contrast']));
        const notePale = (where: string): void => note(where, [...listPaleTexts(root), ...listPaleBorders(root)]);
        const noteColours = (where: string): void => {
          notePale(where);
          const restore = emulateMoreContrast(root);
          notePale(`${where}, more contrast`);
          restore();
        };
        noteColours(scheme);
        for (const theme of themes) {
          theme.media = 'all';
          noteColours(`${scheme} ${theme.getAttribute('href')}`);
          theme.media = NOWHERE;
        }
      }
      for (const [size, viewport] of Object.entries(SIZES)) {
        await setViewport(viewport);
        await page.element.updateComplete;
        note(size, [...listOverflow(root), ...listOverlaps(root), ...listSmallTargets(root)]);
      }
      const restore = spaceText(root);
      note('wide text spacing', [...listOverflow(root), ...listOverlaps(root)]);
      restore();

      const { text } = page;
      Object.assign(root, { texts: growTexts() });
      await waitUntil(() => page?.text !== text, 'longer texts');
      await page.element.updateComplete;
      note('longer texts', [...listOverflow(root), ...listOverlaps(root)]);

      expect(complaints).to.deep.equal([]);
    });
  }
});
