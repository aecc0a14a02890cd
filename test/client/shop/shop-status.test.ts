import { expect } from '@open-wc/testing';
import { fetchShopStatus } from '../../../src/client/shop/shop-status.js';
import type { ServiceProfile } from '../../../src/client/profile/service-profile.js';
import { FetchStub, json } from '../support/fetch-stub.js';

describe('fetchShopStatus', () => {
  let stub: FetchStub;
  beforeEach(() => (stub = new FetchStub()));
  afterEach(() => stub.restore());

  const ask = async (word: string, how: ServiceProfile['pixStatus']): Promise<string> => {
    stub.reply(json(200, { status: word }));
    return (await fetchShopStatus('https://shop.example/pix', how, { chargeId: 'a', signal: new AbortController().signal })).status;
  };

  for (const system of ['celcoin', 'asaas', 'bcb', 'woovi', 'mercado-pago', 'cielo']) {
    it(`knows Balcão's words of a shop whose service is ${system}`, async () => {
      expect([await ask('paid', { system }), await ask('pending', { system }), await ask('PAGO', { system })]).to.deep.equal([
        'paid',
        'pending',
        'paid',
      ]);
    });
  }

  it("goes on reading the service's words where the shop passes them on", async () => {
    expect([await ask('CONFIRMED', { system: 'celcoin' }), await ask('Received', { system: 'adyen' })]).to.deep.equal(['paid', 'pending']);
  });

  it('takes an answer about a boleto that names it as the bank does, and none about another one', async () => {
    const answers = [{ id: '8710001' }, { chargeId: 8_710_001 }, { chargeId: 'boleto:8710001' }, { id: '8710002' }];
    stub.reply(...answers.map((named) => json(200, { status: 'paid', ...named })));
    const signal = new AbortController().signal;
    const askBoleto = () => fetchShopStatus('https://shop.example/status', {}, { chargeId: 'boleto:8710001', signal });
    for (const status of ['paid', 'paid', 'paid', 'unknown']) expect((await askBoleto()).status).to.equal(status);
  });

  it("leaves all to the profile's own reading, where it has one", async () => {
    expect(await ask('paid', { read: () => 'pending' })).to.equal('pending');
  });
});
