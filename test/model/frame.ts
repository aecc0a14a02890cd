/**
 * A shop's page in a frame of its own: with its own modules, memory and requests it is a tab to everything that browsers share between
 * tabs (IndexedDB, Web Locks, BroadcastChannel). It asks the page around it what to show.
 */
import '../support/frame/use-frame.js';
import { addFrameUrl, isFramed } from '../support/frame/use-frame.js';
import { loadClassicScript } from '../support/classic-script.js';
import { forgetOrder } from '../../src/elements/forget-order.js';
import { holdTimeLimits } from '../support/time-limits.js';
import type { PayingElement, TabSettings } from './tab-settings.js';

holdTimeLimits();
await loadClassicScript();
await import('../../src/define.js');
const settings = window.parent.balcaoTabs?.get(window.name);
if (settings) open(settings);

function open({ tag, attributes, properties, ...tab }: TabSettings): void {
  tab.prepare?.(window);
  spoilNetwork(attributes['token-url'] ?? '', tab);
  listenToConsole(tab);
  const element = document.createElement(tag) as PayingElement;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  Object.assign(element, properties);
  if (isFramed) addFrameUrl(element);
  document.body.append(element);
  tab.opened({ window, element, forgetOrder: window.Balcao?.forgetOrder ?? forgetOrder });
}

/** Takes the network away while the tab is offline, and notes whose token is whose. */
function spoilNetwork(tokenUrl: string, { isOnline, gotToken }: Pick<TabSettings, 'isOnline' | 'gotToken'>): void {
  Object.defineProperty(navigator, 'onLine', { get: isOnline });
  const send = window.fetch.bind(window);
  window.fetch = async (input, init) => {
    if (!isOnline()) throw new TypeError('The tab is offline.');
    const request = new Request(input, init);
    const asked = request.clone();
    const answer = await send(request);
    if (request.url !== tokenUrl) return answer;
    const text = await answer.clone().text();
    const token = /"token":"([^"]+)"/.exec(text)?.[1] ?? /^"([^"]+)"$/.exec(text)?.[1];
    const { attemptId, orderId = '' }: { attemptId?: string; orderId?: string } = await asked.json();
    if (token !== undefined && attemptId !== undefined) gotToken(token, attemptId, orderId);
    return answer;
  };
}

function listenToConsole({ logged }: Pick<TabSettings, 'logged'>): void {
  const log = (text: string): void => {
    // A promise of the page around can wake a page that was closed or reloaded. It has no window and no database: its tab lacks nothing.
    if (document.defaultView) logged(text);
  };
  for (const method of ['warn', 'error', 'log'] as const) console[method] = (...args: unknown[]): void => log(args.join(' '));
  window.addEventListener('unhandledrejection', (event) => log(`unhandled: ${String(event.reason)}`));
  window.addEventListener('error', (event) => log(`uncaught: ${event.message}`));
}
