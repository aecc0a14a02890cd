import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { createSecureServer } from 'node:http2';
import { after, before, describe, it } from 'node:test';
import { launchChromium } from '../../scripts/launch-chromium.mjs';
import { CERTIFICATE, KEY } from '../support/certificate.mjs';
import { listen } from '../support/listen.mjs';

const CORS = { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'authorization,content-type' };

describe('a charge over HTTP/2 on the connection of its preflight, which breaks after the charge', () => {
  /** The requests of the service, each with the number of its connection. */
  const requests = [];
  let connections = 0;
  const service = createSecureServer({ key: KEY, cert: CERTIFICATE });
  const shop = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end('<title>Loja</title>'));
  let browser;

  before(async () => {
    browser = await launchChromium();
  });

  after(async () => {
    await browser?.close();
    service.close();
    shop.close();
  });

  it('is sent again by Chromium itself: HTTP/2 does not close the door', async () => {
    service.on('session', (session) => {
      const connection = (connections += 1);
      session.on('error', () => undefined);
      session.on('stream', (stream, { ':method': method }) => {
        requests.push(`${method} ${connection}`);
        stream.on('error', () => undefined);
        stream.resume().on('end', () => {
          if (method === 'POST' && connection === 1) session.destroy();
          else {
            stream.respond({ ':status': 200, ...CORS });
            stream.end('second');
          }
        });
      });
    });
    const serviceUrl = `https://127.0.0.1:${await listen(service)}/card`;
    const page = await browser.newPage({ ignoreHTTPSErrors: true });
    await page.goto(`http://127.0.0.1:${await listen(shop)}/`);
    const answer = await page.evaluate(async (url) => {
      const headers = { Authorization: 'Bearer token', 'Content-Type': 'application/json' };
      return (await fetch(url, { method: 'POST', headers, body: '{}' })).text();
    }, serviceUrl);
    assert.deepEqual([answer, requests], ['second', ['OPTIONS 1', 'POST 1', 'POST 2']]);
  });
});
