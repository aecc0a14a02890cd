import { css, nothing, type TemplateResult } from 'lit';
import { isLoopback, parsePageUrl } from '../../client/http/page-origin.js';
import type { LocalizeController } from '../../controllers/page/localize-controller.js';
import { parseFrameUrl } from '../../controllers/settings/frame-url.js';
import type { Settings } from '../../controllers/settings/settings.js';
import { html } from '../shared/html.js';

/** Renders where the typed card goes, with a lock. Renders nothing if a client of the shop's own sends it, since nobody knows its way. */
export function renderCardPath(settings: Settings, localize: LocalizeController): TemplateResult | typeof nothing {
  const text = describeCardPath(settings, localize);
  if (text === undefined) return nothing;
  return html`<svg class="lock" viewBox="0 0 24 24" aria-hidden="true"><path d="M6 11h12v9H6zM9 11V8a3 3 0 0 1 6 0v3" /></svg
    ><span .textContent=${text}></span>`;
}

function describeCardPath({ frameUrl, baseUrl, client }: Settings, localize: LocalizeController): string | undefined {
  const frame = frameUrl === undefined ? undefined : parseFrameUrl(frameUrl);
  if (frame) return localize.text('pathFrame', { host: frame.host });
  const service = frameUrl === undefined && !client && baseUrl ? parsePageUrl(baseUrl) : undefined;
  return service && localize.text(isOfShop(service) ? 'pathShop' : 'pathDirect');
}

/** Returns true if an address may be a server of the shop that passes the card on: its host belongs to the same site as the page. */
function isOfShop(service: URL): boolean {
  if (isLoopback(service)) return service.origin === location.origin;
  return isSameSite(service.hostname, location.hostname);
}

/** The styles of the lock beside the text. */
export const cardPathStyles = css`
  .lock {
    width: 1.15em;
    margin-inline-end: 0.35em;
    fill: none;
    stroke: currentColor;
    stroke-width: 2;
    stroke-linejoin: round;
    vertical-align: -0.2em;
  }
`;

/** Returns true if two hosts may have one owner, such as `www.loja.com.br` and `api.loja.com.br`. */
export function isSameSite(one: string, other: string): boolean {
  return findSite(one) === findSite(other);
}

/**
 * Finds the part of a host that one owner has: `loja.com.br` of `www.loja.com.br`. This is a guess: without a list of the endings below which
 * anybody can register, two owners may seem to be one.
 */
function findSite(host: string): string {
  const labels = host.split('.');
  const isIp = /^[\d.]+$|:/.test(host);
  const isShortEnding = labels.at(-1)?.length === 2 && (labels.at(-2)?.length ?? 9) <= 3;
  return isIp ? host : labels.slice(isShortEnding ? -3 : -2).join('.');
}
