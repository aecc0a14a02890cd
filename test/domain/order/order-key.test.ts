import { expect } from '@open-wc/testing';
import { createOrderKey, parseOrderId } from '../../../src/domain/order/order-key.js';

describe('order key', () => {
  it('names the same order with and without a slash at the end of the base URL', () => {
    expect(createOrderKey('https://a.example/v1/', '7')).to.equal(createOrderKey('https://a.example/v1', '7'));
  });

  it('tells services and orders apart', () => {
    expect(createOrderKey('https://a.example', '7')).not.to.equal(createOrderKey('https://b.example', '7'));
    expect(createOrderKey('https://a.example', '7')).not.to.equal(createOrderKey('https://a.example', '8'));
  });

  it('gives back the order, whatever characters are in it or in the base URL', () => {
    for (const orderId of ['7', 'a|b', '', 'https://x/|']) {
      expect(parseOrderId(createOrderKey('https://a.example/x|y', orderId))).to.equal(orderId);
    }
  });
});
