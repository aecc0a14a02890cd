/**
 * Plays the vendors' hosts. Chromium asks this server for each of them and finds no other host, so that nothing leaves the machine, and each answer is
 * throttled like any other.
 */
import { createHash, createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureServer } from 'node:http2';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compressBest } from '../../scripts/brotli.mjs';
import { CERTIFICATE, KEY } from '../../test/support/certificate.mjs';
import { listen } from '../../test/support/listen.mjs';
import { ADYEN_FRAME, BRAINTREE_FRAME } from './frames.mjs';

/** @typedef {{ host: RegExp, path: RegExp, type: string, body: string }} Answer */

/** The domains of the vendors. */
const DOMAINS = ['adyen.com', 'braintreegateway.com', 'braintree-api.com', 'paypal.com'];

const EMPTY = '<!doctype html><title>Frame</title>';
const LOGO = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="26"/>';

/** The configuration of a shop that takes cards, as Braintree's GraphQL gives it. */
const BRAINTREE_CONFIGURATION = {
  data: {
    clientConfiguration: {
      environment: 'SANDBOX',
      clientApiUrl: 'https://api.sandbox.braintreegateway.com:443/merchants/benchbench/client_api',
      assetsUrl: 'https://assets.braintreegateway.com',
      analyticsUrl: 'https://origin-analytics-sand.sandbox.braintree-api.com/benchbench',
      merchantId: 'benchbench',
      supportedFeatures: ['TOKENIZE_CREDIT_CARDS'],
      creditCard: {
        supportedCardBrands: ['VISA', 'MASTERCARD', 'AMERICAN_EXPRESS', 'ELO', 'HIPERCARD'],
        challenges: ['CVV'],
        threeDSecureEnabled: false,
      },
    },
  },
};

/**
 * What the vendors' hosts answer. Texts and styles are those of the installed packages.
 *
 * @param {string} folder Where the peers are installed.
 * @returns {Promise<Answer[]>}
 */
async function listAnswers(folder) {
  const require = createRequire(join(folder, 'package.json'));
  const english = join(folder, 'node_modules/@adyen/adyen-web/dist/es/packages/server/translations/en-US.json.js');
  const { default: translations } = await import(pathToFileURL(english).href);
  const json = 'application/json';
  return [
    { host: /\.cdn\.adyen\.com$/, path: /\/translations\/pt-BR\.json$/, type: json, body: JSON.stringify(translations) },
    { host: /\.cdn\.adyen\.com$/, path: /\/images\/.*\.svg$/, type: 'image/svg+xml', body: LOGO },
    { host: /^checkoutshopper-test\.adyen\.com$/, path: /\/securedFields\.html$/, type: 'text/html', body: ADYEN_FRAME },
    { host: /^checkoutshopper-test\.adyen\.com$/, path: /\/dfp\.[\d.]+\.html$/, type: 'text/html', body: EMPTY },
    { host: /^checkoutanalytics-test\.adyen\.com$/, path: /\/v3\/analytics/, type: json, body: '{"checkoutAttemptId":"bench"}' },
    { host: /^payments\.sandbox\.braintree-api\.com$/, path: /^\/graphql$/, type: json, body: JSON.stringify(BRAINTREE_CONFIGURATION) },
    { host: /^assets\.braintreegateway\.com$/, path: /\/hosted-fields-frame(?:\.min)?\.html$/, type: 'text/html', body: BRAINTREE_FRAME },
    { host: /^assets\.braintreegateway\.com$/, path: /\/css\/dropin\.css$/, type: 'text/css', body: readFileSync(require.resolve('braintree-web-drop-in/dropin.css'), 'utf8') }, // prettier-ignore
    { host: /^(?:www\.paypal\.com|origin-analytics-sand\.sandbox\.braintree-api\.com)$/, path: /./, type: json, body: '{}' },
  ];
}

/** Any page may ask, and may see how much came. A page that shows a frame three times asks for it once, as with files that have a version in their address. */
const HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*, authorization',
  'access-control-allow-methods': '*',
  'timing-allow-origin': '*',
  'cache-control': 'public, max-age=31536000',
};

/** The hash of the certificate's key. Chromium trusts it by that, and caches what it gets; where it ignores all errors of certificates, it caches nothing. */
function hashKey() {
  return createHash('sha256')
    .update(createPublicKey(CERTIFICATE).export({ type: 'spki', format: 'der' }))
    .digest('base64');
}

/**
 * @param {string} folder Where the peers are installed.
 * @returns `args`, with which Chromium asks this server; `unknown`, what it was asked for and does not know, which is answered by 404.
 */
export async function startVendors(folder) {
  const answers = (await listAnswers(folder)).map((answer) => ({ ...answer, body: compressBest(answer.body) }));
  /** @type {Set<string>} */
  const unknown = new Set();
  const sessions = new Set();
  const server = createSecureServer({ key: KEY, cert: CERTIFICATE }, (request, response) => {
    const { hostname, pathname } = new URL(request.url, `https://${request.authority}`);
    if (request.method === 'OPTIONS') return response.writeHead(204, HEADERS).end();
    const answer = answers.find(({ host, path }) => host.test(hostname) && path.test(pathname));
    if (!answer) {
      unknown.add(`${request.method} ${hostname}${pathname}`);
      return response.writeHead(404, HEADERS).end();
    }
    return response.writeHead(200, { ...HEADERS, 'content-type': answer.type, 'content-encoding': 'br' }).end(answer.body);
  });
  server.on('session', (session) => {
    sessions.add(session);
    session.on('error', () => undefined).on('close', () => sessions.delete(session));
  });
  const port = await listen(server);
  const played = DOMAINS.map((domain) => `MAP *.${domain} 127.0.0.1:${port}`);
  return {
    args: [
      `--host-resolver-rules=${[...played, 'MAP * ~NOTFOUND', 'EXCLUDE 127.0.0.1'].join(', ')}`,
      `--ignore-certificate-errors-spki-list=${hashKey()}`,
    ],
    unknown,
    close() {
      for (const session of sessions) session.destroy();
      server.close();
    },
  };
}
