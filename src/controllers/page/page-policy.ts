import type { Clock } from '../../domain/clock.js';

/** How long the browser may take to report a violation after the request broke. */
const REPORT_DELAY_MS = 50;

/** A violation older than this belongs to another request. */
const RECENT_MS = 1000;

/** Tells whether the page's Content-Security-Policy kept requests from being sent. */
export interface PagePolicy {
  /** Whether a request to `url` was blocked, asked right after it broke. */
  wasBlocked(url: string): Promise<boolean>;
}

/**
 * Listens to `securitypolicyviolation`, the only sign by which a page can tell a request that its policy blocked (never
 * sent) from one whose connection broke (perhaps sent). Violations of a report-only policy block nothing and are ignored.
 */
export function watchPagePolicy(target: EventTarget, clock: Clock): PagePolicy {
  const blocked: { readonly url: string; readonly at: number }[] = [];
  target.addEventListener('securitypolicyviolation', (event) => {
    if (!(event instanceof SecurityPolicyViolationEvent) || event.disposition !== 'enforce') return;
    if (event.effectiveDirective === 'connect-src') blocked.push({ url: event.blockedURI, at: clock.now() });
  });
  return {
    async wasBlocked(url) {
      await new Promise<void>((resolve) => clock.schedule(resolve, REPORT_DELAY_MS));
      const { href } = new URL(url, document.baseURI);
      const since = clock.now() - RECENT_MS;
      return blocked.splice(0).some((violation) => violation.url === href && violation.at >= since);
    },
  };
}
