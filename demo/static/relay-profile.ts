const PROFILE = '"profile": {';

/**
 * Has the page name its attempts to the shop's relay, by a header that the relay knows: then it can say what became of one. The relay passes
 * it on to no service, and its page asks again where a response was lost.
 */
export function nameAttempts(html: string): string {
  return html.replace(PROFILE, `${PROFILE} "idempotency": { "header": "Idempotency-Key" },`);
}
