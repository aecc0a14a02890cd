import type { Clock } from '../../domain/clock.js';

/** How long before and after a request broke the browser may report the violation; one that is further away is of another request. */
const REPORT_DELAY_MS = 50;

/** Tells whether the page's Content-Security-Policy kept requests from being sent. */
export interface PagePolicy {
  /** Whether a request to `url` was blocked, asked right after it broke. */
  wasBlocked(url: string): Promise<boolean>;
}

/**
 * Listens to `securitypolicyviolation`, the only sign by which a page can tell a request that its policy blocked (never
 * sent) from one whose connection broke (perhaps sent). Violations of a report-only policy block nothing and are ignored. Two violations of
 * one policy are two requests, of which nobody knows the right one: nothing is taken to be blocked then.
 */
export function watchPagePolicy(target: EventTarget, clock: Clock): PagePolicy {
  let seen: { readonly url: string; readonly policy: string; readonly at: number }[] = [];
  target.addEventListener('securitypolicyviolation', (event) => {
    if (!(event instanceof SecurityPolicyViolationEvent) || event.disposition !== 'enforce') return;
    if (event.effectiveDirective !== 'connect-src') return;
    const at = clock.now();
    seen = [
      ...seen.filter((violation) => violation.at >= at - 3 * REPORT_DELAY_MS),
      { url: event.blockedURI, policy: event.originalPolicy, at },
    ];
  });
  return {
    async wasBlocked(url) {
      const since = clock.now() - REPORT_DELAY_MS;
      await new Promise<void>((resolve) => clock.schedule(resolve, REPORT_DELAY_MS));
      const { href } = new URL(url, document.baseURI);
      const policies = seen.filter((violation) => violation.url === href && violation.at >= since).map(({ policy }) => policy);
      return policies.length > 0 && new Set(policies).size === policies.length;
    },
  };
}
