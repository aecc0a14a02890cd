import { expect } from '@open-wc/testing';
import { createProfile, defaultProfile } from '../../../src/client/profile/default-profile.js';

describe('createProfile', () => {
  it('is the default where a shop says nothing', () => {
    expect(createProfile()).to.deep.equal(defaultProfile);
    expect(createProfile({})).to.deep.equal(defaultProfile);
  });

  it('changes only what a shop says, within each part', () => {
    const profile = createProfile({ paths: { deleteCard: 'cards' }, timeLimits: { otherMs: 5000 }, pixStatus: { system: 'asaas' } });
    expect(profile.paths).to.deep.equal({ ...defaultProfile.paths, deleteCard: 'cards' });
    expect(profile.timeLimits).to.deep.equal({ cardMs: 30_000, otherMs: 5000 });
    expect(profile.pixStatus).to.deep.equal({ system: 'asaas' });
  });

  it('asks for the name of a holder unless a shop says otherwise', () => {
    expect(createProfile().holderName).to.equal('required');
    for (const holderName of ['required', 'optional', 'none'] as const)
      expect(createProfile({ holderName }).holderName).to.equal(holderName);
  });

  it('has no idempotency but what a shop says of its service', () => {
    expect(createProfile()).to.not.have.property('idempotency');
    for (const idempotency of [{ header: 'X-Idempotency-Key' }, { field: 'idempotencyKey' }]) {
      expect(createProfile({ idempotency }).idempotency).to.deep.equal(idempotency);
    }
  });

  it('lists the systems of the table where it names another', () => {
    expect(() => createProfile({ pixStatus: { system: 'Banco X' } })).to.throw(/mercado pago.*asaas.*openpix/);
    for (const system of ['openpix', 'PagSeguro', 'mercadopago', 'pagarme', 'gerencianet', 'Efí', 'BCB', 'Mercado Pago Orders']) {
      expect(createProfile({ pixStatus: { system } }).pixStatus.system).to.equal(system);
    }
  });

  const wrong: [string, object][] = [
    ['profile.paths.tokenise', { paths: { tokenise: 'x' } }],
    ['profile.paths.deleteCard', { paths: { deleteCard: '' } }],
    ['profile.deleteCard.method', { deleteCard: { method: 'PUT' } }],
    ['profile.cardExpiration', { cardExpiration: 'MMYY' }],
    ['profile.holderName', { holderName: 'never' }],
    ['profile.holderName', { holderName: false }],
    ['profile.timeLimits.cardMs', { timeLimits: { cardMs: '30' } }],
    ['profile.readCharge', { readCharge: 'approved' }],
    ['profile.pixHosts', { pixHosts: 'pix.example' }],
    ['profile.pixExpiration', { pixExpiration: 'unix' }],
    ['profile.cardExpiration', { cardExpiration: { processPayment: 'MM/YY' } }],
    ['profile.tokenizeExpiration', { tokenizeExpiration: 'seconds' }],
    ['profile.readPix', { readPix: 'text' }],
    ['profile.pixStatus.system', { pixStatus: { system: 'Banco X' } }],
    ['profile.pixStatus.system', { pixStatus: { system: '' } }],
    ['profile.nonsense', { nonsense: 1 }],
    ['profile.idempotency', { idempotency: 'Idempotency-Key' }],
    ['profile.idempotency', { idempotency: {} }],
    ['profile.idempotency', { idempotency: { header: 'Idempotency-Key', field: 'idempotencyKey' } }],
    ['profile.idempotency.header', { idempotency: { header: '' } }],
    ['profile.idempotency.header', { idempotency: { header: 'Idempotency Key' } }],
    ['profile.idempotency.header', { idempotency: { header: 'authorization' } }],
    ['profile.idempotency.header', { idempotency: { header: 'User-Agent' } }],
    // What a browser leaves out without a word would leave every re-send without its key.
    ['profile.idempotency.header', { idempotency: { header: 'Sec-Idempotency-Key' } }],
    ['profile.idempotency.header', { idempotency: { header: 'Cookie' } }],
    ['profile.idempotency.field', { idempotency: { field: '' } }],
    ['profile.idempotency.field', { idempotency: { field: 'cardId' } }],
  ];
  for (const [name, profile] of wrong) {
    it(`names ${name} when it cannot be used: ${JSON.stringify(profile)}`, () => {
      expect(() => createProfile(profile))
        .to.throw(`${name} cannot be used`)
        .with.property('code', 'invalid-config');
    });
  }
});
