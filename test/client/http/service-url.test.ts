import { expect } from '@open-wc/testing';
import { createPaymentsClient } from '../../../src/client/payments-client.js';
import { parseSettings } from '../../../src/controllers/settings/settings.js';
import { createOrderKey } from '../../../src/domain/order/order-key.js';
import { checkServiceUrl, formatPathSegment, parseBaseUrl } from '../../../src/client/http/service-url.js';

describe('checkServiceUrl', () => {
  const allowed = [
    'https://payments.example',
    'https://payments.example:8443/v1/',
    'http://localhost:3000/',
    'http://api.localhost/',
    'http://127.0.0.1/',
    'http://127.9.8.7:81/x',
    'http://[::1]:80/',
    '/payments/',
    'payments',
    '',
  ];
  for (const url of allowed) it(`allows "${url}"`, () => expect(checkServiceUrl(url)).to.equal(undefined));

  const refused = [
    'http://payments.example/',
    'http://localhost.example/',
    'http://127.0.0.1.example/',
    'http://notlocalhost/',
    'http://128.0.0.1/',
    '//payments.example/',
    'ftp://localhost/',
    'javascript:alert(1)',
    'data:text/plain,x',
    'blob:https://payments.example/1',
    'https://user:secret@payments.example/',
    'https://',
  ];
  for (const url of refused) it(`refuses "${url}"`, () => expect(checkServiceUrl(url)).to.be.a('string'));

  it('never repeats the address, which may hold a secret', () => {
    expect(checkServiceUrl('https://user:secret@payments.example/')).to.not.contain('secret');
  });
});

describe('parseBaseUrl', () => {
  it('ends in a slash, so that paths lie below it', () => {
    expect(parseBaseUrl('https://payments.example/v1').href).to.equal('https://payments.example/v1/');
    expect(parseBaseUrl('/relay').href).to.equal(`${location.origin}/relay/`);
  });

  it('writes one service one way, as the settings do, so that an order has one key there', () => {
    const base = `${location.origin}/pay/v1/`;
    const { host, port } = location;
    const writings = [
      base,
      base.slice(0, -1),
      `HTTP://${host.toUpperCase()}/pay/v1`,
      `${location.origin}/pay/./v0/../v1/`,
      `${location.origin}/pay/%2e%2e/pay/v1`,
      '/pay/v1',
      '/pay/v1/',
      ' /pay/v1 ',
      new URL('/pay/v1', location.href).pathname,
    ];
    expect(port).not.to.equal('');
    for (const written of writings) {
      const { baseUrl } = parseSettings({ baseUrl: written });
      expect(baseUrl, written).to.equal(base);
      expect(parseBaseUrl(written.trim()).href, written).to.equal(base);
      expect(createOrderKey(baseUrl, '42')).to.equal(createOrderKey(base, '42'));
    }
    for (const written of ['HTTPS://Payments.Example:443', 'https://payments.example/'])
      expect(parseSettings({ baseUrl: written }).baseUrl).to.equal('https://payments.example/');
    expect(parseSettings({ baseUrl: 'pay' }).baseUrl).to.equal(parseBaseUrl('pay').href);
    expect(parseSettings({ baseUrl: 'https://payments.example/V1' }).baseUrl).to.equal('https://payments.example/V1/');
  });

  it('leaves in the settings what is no address', () => {
    expect(parseSettings({ baseUrl: 'https://' }).baseUrl).to.equal('https://');
    expect(parseSettings({ baseUrl: ' ' }).baseUrl).to.equal('');
  });

  it('takes no query and no fragment', () => {
    expect(() => parseBaseUrl('https://payments.example/?a=1')).to.throw(/baseUrl/);
    expect(() => parseBaseUrl('https://payments.example/#a')).to.throw(/baseUrl/);
  });

  it('makes createPaymentsClient throw invalid-config', () => {
    for (const baseUrl of ['http://payments.example', 'https://', 'ftp://x/']) {
      expect(() => createPaymentsClient({ baseUrl }))
        .to.throw()
        .with.property('code', 'invalid-config');
    }
    // @ts-expect-error: a page that writes JavaScript may give anything
    expect(() => createPaymentsClient({ baseUrl: null }))
      .to.throw()
      .with.property('code', 'invalid-config');
  });
});

describe('formatPathSegment', () => {
  it('keeps an identifier within its segment', () => {
    expect(formatPathSegment('a/b?c#d')).to.equal('a%2Fb%3Fc%23d');
    for (const identifier of ['', '.', '..']) expect(() => formatPathSegment(identifier)).to.throw();
  });
});
