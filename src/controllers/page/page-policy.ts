import { parsePageUrl } from '../../client/http/page-origin.js';
import type { Clock } from '../../domain/clock.js';

/**
 * The maximum time between a failed request and the report of its violation, before or after it, ms. A report that is further away belongs
 * to another request.
 */
const REPORT_DELAY_MS = 50;

/** A detector of requests that the page's Content-Security-Policy has blocked. */
export interface PagePolicy {
  /** Resolves to true if the policy blocked a request to `url`. Must be called directly after the request failed. */
  wasBlocked(url: string): Promise<boolean>;
}

/**
 * Listens to `securitypolicyviolation`. Only by this event can a page distinguish a request that its policy blocked (never sent) from one
 * whose connection failed (perhaps sent). Violations of a report-only policy are ignored, since it blocks nothing. Two violations of the
 * same policy mean two requests, and nobody knows which of them failed here, so neither counts as blocked.
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
      const href = parsePageUrl(url)?.href;
      const policies = seen.filter((violation) => violation.url === href && violation.at >= since).map(({ policy }) => policy);
      return policies.length > 0 && new Set(policies).size === policies.length;
    },
  };
}
