import type { Diagnosis } from '../../client/diagnosis/finding.js';
import { isCheckoutError } from '../../domain/errors.js';
import { createPartLoader } from './part-loader.js';

const loadDiagnosis = createPartLoader(() => import('./diagnose.js'));

/**
 * Explains why an element cannot take payments. Checks its settings and its JSON, the token endpoint, CORS, the page's policy, the service
 * at `base-url`, and `status-url`. Warns about settings that work but protect nothing, such as an order without `order-id`. Requests one
 * token from the token source, charges nothing, and writes each sentence to the console. Never rejects because of a finding.
 *
 * `element`: any Balcão element; by default the first in the page that names a service, else the first.
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
