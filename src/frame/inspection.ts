import { isLoopback } from '../client/http/service-url.js';
import { fetchHeaders } from '../client/http/plain-request.js';
import type { FrameMessageOf } from '../channel/frame-message.js';

/** The headers and rights of a frame, as far as it can find out. */
type Inspection = Pick<FrameMessageOf<'inspection'>, 'missing' | 'canAutofill'>;

/** The rule for each part of the policy. `connect-src` is judged by what it lets through. */
const POLICY = {
  'default-src': /^default-src 'none'$/,
  'script-src': /^script-src (?!.*'unsafe-)/,
  'frame-ancestors': /^frame-ancestors (?!.*\*)/,
  'form-action': /^form-action 'none'$/,
  'base-uri': /^base-uri 'none'$/,
  'require-trusted-types-for': /^require-trusted-types-for 'script'$/,
} as const;

const TRUSTED_TYPES = 'Content-Security-Policy: require-trusted-types-for';

/** Properties of browsers that support Trusted Types, and of those that support policies of features. */
declare global {
  interface Window {
    readonly trustedTypes?: unknown;
  }
  interface Document {
    readonly featurePolicy?: { allowsFeature(feature: string): boolean; features(): string[] };
  }
}

/**
 * Finds the security headers that the frame lacks. It requests its own address for them, which the policy that it should have does not allow: then
 * the policy is there, and nothing is known of the other headers but what is tried.
 */
export async function inspectFrame(): Promise<Inspection> {
  const headers = await fetchHeaders(new URL(location.href));
  const missing = headers ? listMissing(headers) : listMissingByTrial();
  return { missing, canAutofill: canAutofill() };
}

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

/** Tries to write a text into a sink, in an element that is part of no document. */
function listMissingByTrial(): string[] {
  if (window.trustedTypes === undefined) return [];
  try {
    document.createElement('template').innerHTML = '';
    return [TRUSTED_TYPES];
  } catch {
    return [];
  }
}

/** Browsers that do not know the feature need no permission for it. */
function canAutofill(): boolean {
  const { featurePolicy } = document;
  return !featurePolicy?.features().includes('autofill') || featurePolicy.allowsFeature('autofill');
}
