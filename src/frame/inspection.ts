import { isLoopback } from '../client/http/page-origin.js';
import { fetchHeaders } from '../client/http/plain-request.js';
import type { FrameMessageOf } from '../channel/frame-message.js';

/** The security headers that a frame lacks, and its permission for autofill, as far as the frame can find out. */
type Inspection = Pick<FrameMessageOf<'inspection'>, 'missing' | 'canAutofill'>;

/**
 * The rule for each directive of the Content-Security-Policy. `connect-src` has no rule: it makes the request of {@link inspectFrame} fail.
 */
const POLICY = {
  'default-src': /^default-src 'none'$/,
  'script-src': /^script-src (?!.*'unsafe-)/,
  'frame-ancestors': /^frame-ancestors (?!.*\*)/,
  'form-action': /^form-action 'none'$/,
  'base-uri': /^base-uri 'none'$/,
  'require-trusted-types-for': /^require-trusted-types-for 'script'$/,
} as const;

const TRUSTED_TYPES = 'Content-Security-Policy: require-trusted-types-for';

/** Properties of browsers that support Trusted Types, and of browsers that support feature policies. */
declare global {
  interface Window {
    readonly trustedTypes?: unknown;
  }
  interface Document {
    readonly featurePolicy?: { allowsFeature(feature: string): boolean; features(): string[] };
  }
}

/**
 * Finds the security headers that the frame lacks, by a request to its own address. The policy that the frame should have blocks that
 * request. So if the request fails, the policy is there, and the frame can only try out Trusted Types: it cannot read the other headers.
 */
export async function inspectFrame(): Promise<Inspection> {
  const headers = await fetchHeaders(new URL(location.href));
  const missing = headers ? listMissing(headers) : listMissingByTrial();
  return { missing, canAutofill: canAutofill() };
}

/** Lists the headers, and the directives of the policy, that are missing or too weak. */
function listMissing(headers: Headers): string[] {
  const parts = (headers.get('Content-Security-Policy') ?? '').split(/[;,]/).map((part) => part.trim());
  const policies = Object.entries(POLICY).filter(([, rule]) => !parts.some((part) => rule.test(part)));
  const isPublic = location.protocol === 'https:' && !isLoopback(new URL(location.href));
  const expected: [string, RegExp][] = [
    ['X-Content-Type-Options', /^nosniff$/i],
    ['Cross-Origin-Opener-Policy', /^same-origin/],
    ['Permissions-Policy', /./],
    ['Referrer-Policy', /^(?:no-referrer|same-origin|strict-origin|origin)/],
  ];
  if (isPublic) expected.push(['Strict-Transport-Security', /max-age=[1-9]/]);
  const others = expected.filter(([name, rule]) => !rule.test(headers.get(name) ?? ''));
  return [...policies.map(([name]) => `Content-Security-Policy: ${name}`), ...others.map(([name]) => name)];
}

/** Lists the Trusted Types directive if the browser lets a script assign text to `innerHTML`, in an element outside of the document. */
function listMissingByTrial(): string[] {
  if (window.trustedTypes === undefined) return [];
  try {
    document.createElement('template').innerHTML = '';
    return [TRUSTED_TYPES];
  } catch {
    return [];
  }
}

/** True if the browser may autofill the fields. A browser that does not know the feature needs no permission for it. */
function canAutofill(): boolean {
  const { featurePolicy } = document;
  return !featurePolicy?.features().includes('autofill') || featurePolicy.allowsFeature('autofill');
}
