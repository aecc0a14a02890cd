import type { Diagnosis } from '../../client/diagnosis/finding.js';
import { isCheckoutError } from '../../domain/errors.js';
import { createPartLoader } from './part-loader.js';

const loadDiagnosis = createPartLoader(() => import('./diagnose.js'));

/**
 * Says in words why an element could not be paid with: its settings and its JSON, the token endpoint, CORS, the page's policy, whether the
 * service is at base-url, status-url; and warns of what works but is not protected, like an order without `order-id`. Asks the token source
 * for one token, charges nothing, writes each sentence to the console and never rejects for what it finds.
 *
 * `element`: any Balcão element; by default the first of the page that has settings.
 *
 * @example
 * ```js
 * import { diagnose } from 'balcao';
 *
 * const { ok, findings } = await diagnose(document.querySelector('balcao-card-form'));
 * if (!ok) console.table(findings);
 * ```
 */
export async function diagnose(element?: Element): Promise<Diagnosis> {
  try {
    const { diagnoseElement } = await loadDiagnosis();
    return await diagnoseElement(element);
  } catch (error) {
    if (!isCheckoutError(error)) throw error;
    console.error(`Balcão: ${error.message}`);
    return { ok: false, findings: [{ check: 'settings', ok: false, message: error.message }] };
  }
}
