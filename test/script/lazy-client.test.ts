import { expect } from '@open-wc/testing';
import { isCheckoutError } from '../../src/domain/errors.js';
import { createLazyClient } from '../../src/script/lazy-client.js';
import { createLazyHttpCardStore, createLazyMemoryCardStore } from '../../src/script/lazy-card-stores.js';
import { collectErrors } from '../support/console-errors.js';
import { openRoom } from '../support/sandbox-room.js';
import { waitUntil } from '../support/checkout-page.js';

const PAYMENT = { amount: 149.9, installments: 1, whoPaysFee: 'merchant', cardId: 'kept' } as const;

async function catchCode(promise: Promise<unknown>): Promise<string | undefined> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return isCheckoutError(error) ? error.code : undefined;
}

describe('createPaymentsClient of the script-tag files', () => {
  const said = collectErrors();

  it('says that its options cannot be used before anything is called', async () => {
    createLazyClient({ baseUrl: 'http://payments.example/' });
    await waitUntil(() => said.length, 'a word in the console');
    expect(said.join()).to.match(/Balcão: .*https/);
  });

  it('ends a charge as failed and not sent where it cannot be made, and rejects the other calls', async () => {
    const client = createLazyClient({ baseUrl: 'http://payments.example/' });
    expect(await client.processPayment(PAYMENT)).to.deep.include({ status: 'failed', sent: false });
    expect(await client.processPayment(PAYMENT)).to.have.nested.property('error.code', 'invalid-config');
    expect(await catchCode(client.deleteCard('kept'))).to.equal('invalid-config');
  });

  it('is the client of the package, one for all calls', async () => {
    const room = await openRoom();
    let tokens = 0;
    const getToken = async (): Promise<{ token: string; expiresIn: number }> => {
      tokens += 1;
      return { token: (await room.issueToken()).token, expiresIn: 3600 };
    };
    const client = createLazyClient({ baseUrl: room.baseUrl, getToken });
    const results = await Promise.all([client.deleteCard('none'), client.deleteCard('none')]);
    expect(results).to.deep.equal([undefined, undefined]);
    expect(tokens).to.equal(1);
    expect(said).to.deep.equal([]);
  });
});

describe('card stores of the script-tag files', () => {
  const card = { cardId: 'kept', name: 'Visa final 1111', brand: 'visa', last4: '1111', expiration: '01/2031' } as const;

  it('are one store for all calls, also for those that come before its code', async () => {
    const store = createLazyMemoryCardStore();
    let changes = 0;
    const stop = store.subscribe?.(() => (changes += 1));
    await Promise.all([store.add(card), store.add({ ...card, cardId: 'other' })]);
    expect((await store.list()).map(({ cardId }) => cardId)).to.have.members(['kept', 'other']);
    expect(changes).to.equal(2);
    stop?.();
    await store.remove('other');
    expect(changes).to.equal(2);
  });

  it('say what is wrong with an endpoint as the package does', async () => {
    expect(await catchCode(createLazyHttpCardStore('http://shop.example/cards').list())).to.equal('invalid-config');
  });
});
