/**
 * The shared hook of every browser test: after each test the page, its storage, its console and its events are searched for digits of
 * the cards used. `shared-page.ts` gives its `it` to each test file that can meet a card.
 *
 * Cards used are all the published test numbers, and whatever was typed into a field named `number` or `securityCode`, by any means that
 * fires `input`. `registerSecret()` adds what gets in by another way.
 */
import notFramed from './frame/not-framed.json';
import { isFramed } from './frame/use-frame.js';
import { cardFixtures } from '../../src/fixtures/index.js';
import { describeValue, findLeaks, type Trace } from './find-leaks.js';
import { collectPageTraces } from './page-traces.js';
import { holdTimeLimits } from './time-limits.js';

export { findLeaks } from './find-leaks.js';

const numbers = new Set(cardFixtures.map(({ number }) => number).filter((number) => /^\d{12,}$/.test(number)));
const typedNumbers = new Set<string>();
const texts = new Set<string>();
const exempt: string[] = [];
let recorded: Trace[] = [];

/** Says that this card number or security code must be found nowhere from now on. */
export function registerSecret(text: string): void {
  const digits = text.replace(/\D/g, '');
  if (digits.length >= 12) typedNumbers.add(digits);
  else if (text.length >= 3) texts.add(text);
}

/** Leaves out what a page shows on purpose, such as the demo's list of published test cards. */
export function allowDigitsIn(selector: string): void {
  exempt.push(selector);
}

/** Searches everything there is to search now; answers one line per leak, and forgets what was recorded. */
export async function searchPage(): Promise<string[]> {
  const traces = [...recorded, ...(await collectPageTraces(exempt))];
  recorded = [];
  return [...new Set(findLeaks(traces, { numbers, typedNumbers, texts }))];
}

function record(where: string, value: unknown): void {
  recorded.push({ where, text: describeValue(value) });
}

function watchTyping(): void {
  const onInput = (event: Event): void => {
    const [field] = event.composedPath();
    if (!(field instanceof HTMLInputElement)) return;
    if (field.name === 'number' && /^[\d\s.-]{12,}$/.test(field.value)) registerSecret(field.value);
    if (field.name === 'securityCode' && /^\d{3,4}$/.test(field.value)) registerSecret(field.value);
  };
  window.addEventListener('input', onInput, { capture: true });
  window.addEventListener('change', onInput, { capture: true });
}

/** At the source rather than by listeners, so that events which do not bubble are seen too, and names nobody thought of. */
function watchEvents(): void {
  const dispatch = EventTarget.prototype.dispatchEvent;
  EventTarget.prototype.dispatchEvent = function watched(this: EventTarget, event: Event): boolean {
    if (event.type.startsWith('balcao-')) record(`the event ${event.type}`, event);
    return dispatch.call(this, event);
  };
}

function watchConsole(): void {
  for (const method of ['debug', 'error', 'info', 'log', 'trace', 'warn'] as const) {
    const write = console[method].bind(console);
    console[method] = (...args: unknown[]): void => {
      record(`console.${method}`, args);
      write(...args);
    };
  }
  window.addEventListener('error', (event) => record('an uncaught error', [event.message, event.error]));
  window.addEventListener('unhandledrejection', (event) => record('an unhandled rejection', [event.reason]));
}

/** Messages to other tabs and windows. */
function watchMessages(): void {
  const post = BroadcastChannel.prototype.postMessage;
  BroadcastChannel.prototype.postMessage = function watched(this: BroadcastChannel, message: unknown): void {
    record('a message to other tabs', message);
    post.call(this, message);
  };
}

/** Addresses of requests, at the call; those of pictures and beacons are in the page's resource timings. */
function watchRequests(): void {
  const request = window.fetch;
  window.fetch = function watched(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    record('the URL of a request', decodeURI(input instanceof Request ? input.url : String(input)));
    return request.call(window, input, init);
  };
  performance.setResourceTimingBufferSize(2000); // the test server's modules alone fill the usual 250
}

type Body = Mocha.Func | Mocha.AsyncFunc;

/** The search is a part of the test itself, before any clean-up, so that it is this test that fails and the others still run. */
function withSearch(body: Body): Mocha.AsyncFunc {
  return async function searched(this: Mocha.Context): Promise<void> {
    await runBody(this, body);
    const leaks = await searchPage();
    if (leaks.length > 0) throw new Error(`Card digits were found:\n${leaks.join('\n')}`);
  };
}

async function runBody(context: Mocha.Context, body: Body): Promise<void> {
  if (body.length === 0) {
    await Reflect.apply(body, context, []);
    return;
  }
  await new Promise<void>((resolve, reject) => {
    Reflect.apply(body, context, [(error?: unknown) => (error ? reject(error) : resolve())]);
  });
}

/** Mocha's `it`. */
export const plainIt = globalThis.it;

/** Leaves a test out that cannot hold in the mode of this run. */
function leaveOut(test: Mocha.Test): Mocha.Test {
  // In a page with others the first suite is the file.
  const path = test.titlePath().filter((title) => !title.startsWith('test/'));
  if (isFramed && path.join(' > ') in notFramed) test.pending = true;
  return test;
}

function createSearchedIt(): Mocha.TestFunction {
  const wrap =
    (run: (title: string, body?: Mocha.AsyncFunc) => Mocha.Test) =>
    (title: string, body?: Body): Mocha.Test =>
      leaveOut(body ? run(title, withSearch(body)) : run(title));
  // Who narrows a run by hand has its tests searched too.
  return Object.assign(wrap(plainIt), { only: wrap(plainIt.only), skip: plainIt.skip, retries: plainIt.retries }) as Mocha.TestFunction;
}

/** An `it` whose test ends with the search. */
export const searchedIt = createSearchedIt();

/** Forgets secrets, exceptions and what was recorded: the tests of another file begin. */
export function forgetEverything(): void {
  typedNumbers.clear();
  texts.clear();
  exempt.length = 0;
  recorded = [];
  performance.clearResourceTimings();
}

/** The clipboard of the machine belongs to one test at a time: a test about copying gives the page what this takes. */
function keepClipboard(): void {
  Reflect.deleteProperty(window, 'ClipboardItem');
}

keepClipboard();
holdTimeLimits();
watchTyping();
watchEvents();
watchConsole();
watchMessages();
watchRequests();
globalThis.it = searchedIt;
