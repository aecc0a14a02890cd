/** Requests to a sandbox, as a shop and its page send them. */

const CARD = { number: '4111111111111111', holderName: 'ANA SOUZA', expirationDate: '12/30', securityCode: '123' };

/** Sends JSON to a path below a base URL, and returns the status and the JSON of the response. */
export async function post(baseUrl, path, body, headers = {}) {
  const init = { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(body) };
  const response = await fetch(`${baseUrl}${path}`, init);
  return { status: response.status, body: await response.json() };
}

/** The header with a new token. */
async function authorize(baseUrl) {
  const { body } = await post(baseUrl, '__sandbox/token', {});
  return { Authorization: `Bearer ${body.token}` };
}

/**
 * Charges a card.
 *
 * @param {string} baseUrl
 * @param {object} [card] What differs from a good one.
 * @param {{ origin?: string }} [options] `origin`: of a page that charges it, whose browser asks first whether it may.
 */
export async function charge(baseUrl, card = {}, { origin } = {}) {
  const body = { amount: 149.9, installments: 1, whoPaysFee: 'merchant', card: { ...CARD, ...card } };
  const headers = await authorize(baseUrl);
  if (origin) {
    const preflight = {
      Origin: origin,
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'authorization,content-type',
    };
    await fetch(`${baseUrl}card/processPayment`, { method: 'OPTIONS', headers: preflight });
  }
  return post(baseUrl, 'card/processPayment', body, headers);
}

/** Makes a Pix charge with the webhook flag. */
export async function createPix(baseUrl) {
  const expirationDate = new Date(Date.now() + 600_000).toISOString();
  return post(baseUrl, 'pix/generateQrCode', { amount: 20, expirationDate, paymentWebhook: true }, await authorize(baseUrl));
}
