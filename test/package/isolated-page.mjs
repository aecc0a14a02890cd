/** A page of the isolated shop in a browser: what complains in it, and real keys for its frame. */
import { waitUntil } from './documented-server.mjs';
import { LIMIT_MS } from './limit.mjs';
import { isComplaint } from './page-events.mjs';

/** A test number with eight different digits in a row, so that none of them is found by chance. */
export const CARD = { number: '4539578763621486', holderName: 'MARIA DA SILVA', expirationDate: '1231', securityCode: '737' };

/** A number that the sandbox declines. */
export const DECLINED_NUMBER = '4000000000000002';

/**
 * Opens a page in a browser of its own, with everything that is said or thrown, or that a policy blocks, in the page or in a frame of it.
 *
 * @param {import('playwright-core').Browser} browser
 * @param {string} url
 * @param {import('playwright-core').BrowserContextOptions & { hasFakeClock?: boolean }} [options]
 */
export async function openPage(browser, url, { hasFakeClock = false, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 }, ...options });
  if (hasFakeClock) await context.clock.install();
  const complaints = [];
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
      console.error(`violation in ${origin}: ${effectiveDirective} ${blockedURI} ${sample}`),
    );
  });
  const page = await context.newPage();
  page.setDefaultTimeout(LIMIT_MS);
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (isComplaint(message)) complaints.push(message.text());
  });
  await page.goto(url);
  return { page, complaints, close: () => context.close() };
}

/** The fields of the only frame of a page. */
export function fieldsOf(page) {
  const frame = page.frameLocator('iframe');
  const field = (name) => frame.locator(`input[name=${name}]`);
  return {
    frame,
    /** One field, by its name. */
    field,
    /** Types a card by real keys, one after the other, in place of what is there. */
    /** Puts a card in at once, as the paste of a browser does. */
    async fill(card = CARD) {
      for (const [name, text] of Object.entries(card)) await field(name).fill(text);
    },
    async type(card = CARD) {
      for (const [name, text] of Object.entries(card)) {
        await field(name).press('ControlOrMeta+a');
        await field(name).pressSequentially(text);
      }
    },
    /** What is in the fields. */
    texts: () => Promise.all(Object.keys(CARD).map((name) => field(name).inputValue())),
  };
}

/** Markup of a page that is not ours and whose script may say anything to a frame. */
export const RAW_PAGE = `<!doctype html><html lang="pt-BR"><title>Loja</title><link rel="icon" href="data:,">
<script type="module" src="/test/package/raw-page.mjs"></script><body></body>`;

/** Markup that stands where a frame should, and says to our page what a test likes. */
export const createFalseFrame = (service) => `<!doctype html><html lang="pt-BR" data-service="${service}"><title>Quadro</title>
<script type="module" src="/test/package/raw-frame.mjs"></script><body></body>`;

/** Opens a page whose script may say anything to a frame. */
export async function openRawPage(browser, url) {
  const opened = await openPage(browser, url);
  await opened.page.waitForFunction(() => 'handOver' in globalThis);
  return opened;
}

/** The document inside the only frame of a page. */
export function frameOf(page) {
  return page.frames()[1];
}

/**
 * Where the focus is, once it has arrived: a field of the frame, or something of the page. Only then do keys go there.
 *
 * @param {import('playwright-core').Page} page
 * @param {import('playwright-core').Frame} [frame]
 */
export async function findFocus(page, frame = frameOf(page)) {
  let name;
  // Between the page and a frame of another process, the browser passes the focus on in steps.
  await waitUntil(async () => ![undefined, 'body', 'iframe'].includes((name = await readFocus(page, frame))), 'the focus of a control');
  return name;
}

async function readFocus(page, frame) {
  const inFrame = await frame.evaluate(() => {
    const host = document.hasFocus() ? document.activeElement : undefined;
    return host?.shadowRoot?.activeElement?.getAttribute('name');
  });
  if (inFrame) return inFrame;
  return page.evaluate(() => {
    let active = document.activeElement;
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
    return active?.id || active?.getAttribute('name') || active?.localName;
  });
}
