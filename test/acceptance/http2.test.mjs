import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { createSecureServer } from 'node:http2';
import { after, before, describe, it } from 'node:test';
import { launchChromium } from '../../scripts/launch-chromium.mjs';
import { listen } from '../support/listen.mjs';

/** Of 127.0.0.1, made for this test alone: it protects nothing. */
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgyK84bCy/8Ddpr6Ty
GBa34Htowwx3rg0hAaeFBNE5YwihRANCAAQFPkgoTuMvOgBVI/3syk+BsR76q2GR
b3EtiUnXw2ymKr22lh3i6tgYGeW8/Hz3n947t773c4Usbs7F3Q8qkLXg
-----END PRIVATE KEY-----`;
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBkDCCATagAwIBAgIUKHVzsE7UD81eG+tmVA1BqO/jwGYwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJMTI3LjAuMC4xMCAXDTI2MTEyNjA3NDEwNVoYDzIxMjYxMTAy
MDc0MTA1WjAUMRIwEAYDVQQDDAkxMjcuMC4wLjEwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQFPkgoTuMvOgBVI/3syk+BsR76q2GRb3EtiUnXw2ymKr22lh3i6tgY
GeW8/Hz3n947t773c4Usbs7F3Q8qkLXgo2QwYjAdBgNVHQ4EFgQU12sdR9FqMQvI
0CpyKVKLBillOpAwHwYDVR0jBBgwFoAU12sdR9FqMQvI0CpyKVKLBillOpAwDwYD
VR0TAQH/BAUwAwEB/zAPBgNVHREECDAGhwR/AAABMAoGCCqGSM49BAMCA0gAMEUC
ICb6k+z/bpZFGzwH0oZMB2udSGzeObrzdiLkjSxfxZPPAiEApXx7BGm7a2tedJXW
BiIPyht0gQeFzGUagpACJ2V0xTI=
-----END CERTIFICATE-----`;

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
