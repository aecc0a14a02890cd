import { expect } from '@open-wc/testing';
import { httpCardStore } from '../../../src/client/shop/http-card-store.js';
import { createCard, describeCardStore } from '../../flow/support/card-store-suite.js';
import { openRoom, type Room } from '../../support/sandbox-room.js';

describe('httpCardStore', () => {
  let room: Room;
  let url: string;

  beforeEach(async () => {
    room = await openRoom();
    url = room.tokenUrl.replace(/token$/, 'cards');
  });

  describeCardStore((customer) => httpCardStore(`${url}?customer=${customer}`));

  it('keeps customers apart, by the session that the shop knows', async () => {
    await httpCardStore(`${url}?customer=ana`).add(createCard('a'));
    expect(await httpCardStore(`${url}?customer=bia`).list()).to.deep.equal([]);
    await httpCardStore(`${url}?customer=bia`).remove('a');
    expect(await httpCardStore(`${url}?customer=ana`).list()).to.have.length(1);
  });

  it('sends the fields of a card and no others', async () => {
    await httpCardStore(url).add(Object.assign(createCard('a'), { number: '4000000000000002' }));
    expect((await room.shop.state()).requests.at(-1)).to.deep.include({ endpoint: 'cards', body: createCard('a') });
  });

  for (const [fault, code] of [
    ['500', 'server'],
    ['401', 'unauthorized'],
    ['html', 'bad-response'],
    ['garbage', 'bad-response'],
  ] as const) {
    it(`rejects with ${code} when the shop answers ${fault}`, async () => {
      await room.shop.fault('cards', fault, { times: 99 });
      const error: unknown = await httpCardStore(url)
        .list()
        .catch((reason: unknown) => reason);
      expect(error).to.have.property('code', code);
    });
  }

  it('rejects with network when the connection breaks', async () => {
    // Browsers ask again by themselves, where it is only a question.
    await room.shop.fault('cards', 'reset', { times: 99 });
    const error: unknown = await httpCardStore(url)
      .add(createCard('a'))
      .catch((reason: unknown) => reason);
    expect(error).to.have.property('code', 'network');
  });

  it('asks for the list once more where the shop stumbles, and for nothing else', async () => {
    await room.shop.fault('cards', '500');
    expect(await httpCardStore(url).list()).to.deep.equal([]);
    await room.shop.fault('cards', '500');
    const error: unknown = await httpCardStore(url)
      .add(createCard('a'))
      .catch((reason: unknown) => reason);
    expect(error).to.have.property('code', 'server');
  });

  it('refuses a URL that no identifier may be sent to', () => {
    expect(() => httpCardStore('http://shop.example/cards'))
      .to.throw()
      .with.property('code', 'invalid-config');
  });
});
