import { expect } from '@open-wc/testing';
import { readPayments } from './storage.js';
import { TestOrder } from './test-order.js';

describe('a tab of the model', () => {
  it('does not lack the database where it was closed before the shop gave a token', async () => {
    const order = await TestOrder.create();
    let give = (_token: string): void => undefined;
    const token = new Promise<string>((resolve) => (give = resolve));
    let noteQuestion = (): void => undefined;
    const asked = new Promise<void>((resolve) => (noteQuestion = resolve));
    const getToken = (): Promise<string> => {
      noteQuestion();
      return token;
    };
    const tab = await order.openFilledIn({ properties: { getToken } });
    void tab.pay();
    await asked;
    tab.close();
    give((await order.room.issueToken()).token);
    // What is left of the page goes on before a database has answered twice.
    for (let reading = 0; reading < 2; reading += 1) await readPayments(order.room.baseUrl, order.orderId);
    expect(tab.isAlone).to.equal(false);
    await order.end();
  });
});
