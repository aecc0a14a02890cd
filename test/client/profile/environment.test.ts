import { expect } from '@open-wc/testing';
import type { PaymentsClient } from '../../../src/client/create-client.js';
import { createPaymentsClient } from '../../../src/client/payments-client.js';
import type { PaymentsClientOptions } from '../../../src/client/service.js';
import type { TokenAnswer } from '../../../src/client/tokens/token.js';
import { isCheckoutError } from '../../../src/domain/errors.js';
import type { CardToTokenize } from '../../../src/domain/payment.js';
import { openRoom, type Room } from '../../support/sandbox-room.js';
import { payment } from '../cards/charge-setup.js';

const CARD: CardToTokenize = {
  number: '4111 1111 1111 1111',
  holderName: 'MARIA DA SILVA',
  expirationDate: '1/2031',
  securityCode: '123',
  name: 'Azul',
};

/** What each call ends with, by its name. */
async function callAll(client: PaymentsClient): Promise<Record<string, string>> {
  const endOf = (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => 'done',
      (error: unknown) => (isCheckoutError(error) ? `${error.code}: ${error.message}` : String(error)),
    );
  const charge = await client.processPayment(payment);
  return {
    processPayment: charge.status === 'failed' ? `${charge.error.code}: ${charge.error.message}` : charge.status,
    tokenizeCard: await endOf(client.tokenizeCard(CARD)),
    deleteCard: await endOf(client.deleteCard('card-1')),
    generatePixQrCode: await endOf(client.generatePixQrCode({ amount: 149.9, expiresInMs: 60_000 })),
    getPixStatus: await endOf(client.getPixStatus('charge-1')),
  };
}

describe('environment', () => {
  let room: Room;
  beforeEach(async () => (room = await openRoom()));

  const createClient = (options: Partial<PaymentsClientOptions>): PaymentsClient =>
    createPaymentsClient({ baseUrl: room.baseUrl, getToken: () => room.issueToken(), ...options });

  for (const [wanted, said] of [
    ['live', 'sandbox'],
    ['sandbox', 'live'],
  ] as const) {
    it(`sends nothing of a client for ${wanted} where the token is of ${said}`, async () => {
      await room.configure({ environment: said });
      const ends = await callAll(createClient({ environment: wanted }));
      const sentence =
        `invalid-config: environment="${wanted}" does not fit the service: the token answer says "${said}". Nothing is sent. ` +
        `Give the address, profile and tokens of the ${wanted} service, or set environment="${said}".`;
      for (const [call, end] of Object.entries(ends)) expect(end, call).to.equal(sentence);
      expect((await room.state()).requests).to.deep.equal([]);
    });

    it(`makes no client for ${wanted} of a profile of ${said}`, () => {
      expect(() => createClient({ environment: wanted, profile: { environment: said } }))
        .to.throw(`environment="${wanted}" does not fit the service: profile.environment says "${said}".`)
        .with.property('code', 'invalid-config');
    });
  }

  it('pays where all say the same', async () => {
    expect(await callAll(createClient({ environment: 'sandbox', profile: { environment: 'sandbox' } }))).to.include({
      processPayment: 'approved',
      generatePixQrCode: 'done',
    });
  });

  it('checks nothing where the client, or the service, does not say', async () => {
    await room.configure({ environment: 'live' });
    expect((await createClient({}).processPayment(payment)).status).to.equal('approved');
    expect((await createClient({ profile: { environment: 'sandbox' } }).processPayment(payment)).status).to.equal('approved');
    await room.configure({ environment: 'none' });
    expect((await createClient({ environment: 'live' }).processPayment(payment)).status).to.equal('approved');
    const getToken = async (): Promise<string> => (await room.issueToken()).token;
    expect((await createClient({ environment: 'live', getToken }).processPayment(payment)).status).to.equal('approved');
  });

  it('stops before the token of another environment that renews a refused one', async () => {
    const answers: TokenAnswer[] = [{ token: 'token-1', expiresIn: 900, environment: 'live' }];
    const getToken = (): TokenAnswer => answers.shift() ?? { token: 'token-2', expiresIn: 900, environment: 'sandbox' };
    const result = await createClient({ environment: 'live', getToken }).processPayment(payment);
    expect(result).to.have.nested.property('error.code', 'invalid-config');
    expect((await room.state()).requests.filter(({ operation }) => operation === 'processPayment')).to.have.length(1);
  });

  describe("with a service's own word in the token answer", () => {
    const getToken = async (environment: unknown): Promise<TokenAnswer> =>
      JSON.parse(JSON.stringify({ ...(await room.issueToken()), environment }));

    for (const said of ['production', '', 7, null]) {
      it(`pays where the page does not ask: ${JSON.stringify(said)}`, async () => {
        expect((await createClient({ getToken: () => getToken(said) }).processPayment(payment)).status).to.equal('approved');
      });

      it(`sends nothing, and names the field, where the page does: ${JSON.stringify(said)}`, async () => {
        const ends = await callAll(createClient({ environment: 'live', getToken: () => getToken(said) }));
        const sentence =
          'invalid-config: environment="live" does not fit the service: the token answer says neither "sandbox" nor "live". Nothing is sent. ' +
          'Correct its environment, or leave it out.';
        for (const [call, end] of Object.entries(ends)) expect(end, call).to.equal(sentence);
        expect((await room.state()).requests).to.deep.equal([]);
      });
    }
  });

  it('refuses a word that is none', () => {
    const environment = JSON.parse('"production"');
    expect(() => createClient({ environment })).to.throw(/^environment cannot be used\. Give "sandbox" or "live"/);
    expect(() => createClient({ profile: { environment } })).to.throw(/^profile\.environment cannot be used/);
  });
});
