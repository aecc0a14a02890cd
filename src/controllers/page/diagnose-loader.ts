import type { Diagnosis } from '../../client/diagnosis/finding.js';

/**
 * Says in words why an element could not be paid with: its settings and its JSON, the token endpoint, CORS, the page's policy, whether the
 * service is at base-url, status-url; and warns of what works but is not protected, like an order without `order-id`. Asks the token source
 * for one token, charges nothing, writes each sentence to the console and never rejects for what it finds.
 *
 * `element`: any Balcão element; by default the first of the page that has settings.
 */
export async function diagnose(element?: Element): Promise<Diagnosis> {
  return (await import('./diagnose.js')).diagnoseElement(element);
}
