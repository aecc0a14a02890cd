import { createClient, type PaymentsClient } from '../../client/create-client.js';
import type { PaymentsClientOptions } from '../../client/service.js';
import { createPartLoader } from '../page/part-loader.js';

const loadPixCalls = createPartLoader(() => import('../../client/pix/pix-calls.js'));

/** Creates a client like `createPaymentsClient`. It loads the code for Pix charges with the first of them. */
export function createPageClient(options: PaymentsClientOptions): PaymentsClient {
  return createClient(options, loadPixCalls);
}
