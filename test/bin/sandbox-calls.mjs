/** Requests to a sandbox, as a shop and its page send them. */

const CARD = { number: '4111111111111111', holderName: 'ANA SOUZA', expirationDate: '12/30', securityCode: '123' };

/** Sends JSON to a path below a base URL, and returns the status and the JSON of the response. */
export async function post(baseUrl, path, body, headers = {}) {
  const init = { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(body) };
  const response = await fetch(`${baseUrl}${path}`, init);
  return { status: response.status, body: await response.json() };
}

async function authorize(baseUrl) {
  const { body } = await post(baseUrl, '__sandbox/token', {});
  return { Authorization: `Bearer ${body.token}` };
}

/** Charges a card. */
export async function charge(baseUrl, card = {}) {
  const body = { amount: 149.9, installments: 1, whoPaysFee: 'merchant', card: { ...CARD, ...card } };
  return post(baseUrl, 'card/processPayment', body, await authorize(baseUrl));
}

/** Makes a Pix charge with the webhook flag. */
export async function createPix(baseUrl) {
  const expirationDate = new Date(Date.now() + 600_000).toISOString();
  return post(baseUrl, 'pix/generateQrCode', { amount: 20, expirationDate, paymentWebhook: true }, await authorize(baseUrl));
}
