import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseJsonBody } from '../../../src/server/http/body.ts';

describe('reading the body of a request', () => {
  const post = (body) => {
    // `duplex` is unknown to the types of the DOM.
    const init = { method: 'POST', body, duplex: 'half' };
    return new Request('https://loja.example/shop/token', init);
  };
  const isRefused = (status) => (error) => error.name === 'HttpRefusal' && error.status === status;

  it('takes an object of 16 KiB, with its text as it came', async () => {
    const text = `{ "a": "${'x'.repeat(16_384 - 11)}" }`;
    assert.equal(text.length, 16_384);
    const read = await parseJsonBody(post(text));
    assert.equal(read.text, text);
    assert.equal(String(read.body.a).length, 16_384 - 11);
  });

  it('refuses one byte more with 413', () => assert.rejects(parseJsonBody(post(`"${'x'.repeat(16_383)}"`)), isRefused(413)));

  it('stops reading where it is too long', async () => {
    let sent = 0;
    let isCancelled = false;
    const body = new ReadableStream(
      {
        pull(controller) {
          sent += 1;
          controller.enqueue(new Uint8Array(4096));
        },
        cancel: () => void (isCancelled = true),
      },
      { highWaterMark: 0 },
    );
    await assert.rejects(parseJsonBody(post(body)), isRefused(413));
    assert.deepEqual({ sent, isCancelled }, { sent: 5, isCancelled: true });
  });

  it('puts together what comes in pieces, within a letter too', async () => {
    const bytes = new TextEncoder().encode('{"name":"São João"}');
    const body = new ReadableStream({
      start(controller) {
        for (const byte of bytes) controller.enqueue(new Uint8Array([byte]));
        controller.close();
      },
    });
    assert.deepEqual((await parseJsonBody(post(body))).body, { name: 'São João' });
  });

  for (const [what, body] of [
    ['nothing', undefined],
    ['empty text', ''],
    ['a list', '[]'],
    ['null', 'null'],
    ['text', '"x"'],
    ['a number', '1'],
    ['a form', 'purpose=card-payment&orderId=42'],
    ['half an object', '{"a":1'],
    ['what is no UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
  ]) {
    it(`refuses ${what} with 400`, () => assert.rejects(parseJsonBody(post(body)), isRefused(400)));
  }

  it('keeps a byte order mark in the text, for a signature, and reads on', async () => {
    const text = '\uFEFF{"id":"1"}';
    assert.deepEqual(await parseJsonBody(post(text)), { body: { id: '1' }, text });
  });

  it('refuses a body that breaks off with 400', () => {
    const body = new ReadableStream({ pull: (controller) => controller.error(new Error('reset')) });
    return assert.rejects(parseJsonBody(post(body)), isRefused(400));
  });

  describe('says so, with the fix, where somebody else', () => {
    const isNamed = { name: 'CheckoutError', code: 'invalid-config', message: /Mount the shop before .* request\.clone\(\)/ };

    it('has read it', async () => {
      const request = post('{}');
      await request.text();
      await assert.rejects(parseJsonBody(request), isNamed);
    });

    it('is reading it', async () => {
      const request = post('{}');
      request.body?.getReader();
      await assert.rejects(parseJsonBody(request), isNamed);
    });
  });
});
