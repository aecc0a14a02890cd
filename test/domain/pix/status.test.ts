import { expect } from '@open-wc/testing';
import fc from 'fast-check';
import { isPixSystem, PIX_SYSTEMS } from '../../../src/domain/pix/pix-systems.js';
import { advancePixStatus, type PixStatus } from '../../../src/domain/pix/status.js';
import { parsePixStatusAnswer, parseShopPixStatus, readPixStatus } from '../../../src/domain/pix/status-parser.js';
import { neverPaidWords, pixStatusFixtures, type PixStatusFixture } from '../../../src/fixtures/index.js';

const STATUSES: readonly PixStatus[] = ['pending', 'paid', 'expired', 'cancelled', 'refunded', 'failed', 'unknown'];
const PAID_ANYWHERE = ['PAID', 'PAGO', 'PAGA', 'CONCLUIDA', 'LIQUIDADO', 'RECEBIDO'];
/** Not read without a system: a settled or written-off slip, and a refund that was not carried out. */
const NEEDS_CONTEXT = ['BAIXADO', 'NAO_REALIZADO'];

/** A word as the domain compares it: without accents, case and camelCase. */
function fold(word: string): string {
  return word
    .replace('Í', 'I')
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toUpperCase();
}

/** The words of a row, each with its meaning. */
function listWords({ words }: PixStatusFixture): [word: string, meaning: string][] {
  return Object.entries(words).flatMap(([meaning, list]) => list.map((word): [string, string] => [word, meaning]));
}

/** Every word of every system, with all that it means. */
const MEANINGS = new Map<string, Set<string>>();
for (const [word, meaning] of pixStatusFixtures.flatMap(listWords)) {
  MEANINGS.set(fold(word), new Set([...(MEANINGS.get(fold(word)) ?? []), meaning]));
}

describe('readPixStatus with a system', () => {
  for (const row of pixStatusFixtures) {
    const { system } = row;
    it(`reads the words of ${system}, and no other system's`, () => {
      const own = listWords(row);
      const folded = new Set(own.map(([word]) => fold(word)));
      for (const [word, meaning] of own) expect(readPixStatus(word, system), word).to.equal(meaning);
      for (const word of MEANINGS.keys()) if (!folded.has(word)) expect(readPixStatus(word, system), word).to.equal('unknown');
    });
  }

  it('takes a number where the system has numbers', () => {
    expect(readPixStatus(2, 'Cielo Pix (numbers)')).to.equal('paid');
    expect(readPixStatus(2, 'Asaas')).to.equal('unknown');
  });

  it('knows a system by the beginning of its name, whatever its case', () => {
    expect(readPixStatus('RECEIVED', 'asaas')).to.equal('paid');
    expect(readPixStatus('Received', ' ADYEN ')).to.equal('pending');
    expect(readPixStatus('CONCLUIDA', 'BCB')).to.equal('paid');
    expect(readPixStatus('processed', 'mercado pago')).to.equal('unknown');
    expect(readPixStatus('processed', 'mercado pago orders')).to.equal('paid');
  });

  it('knows a system by its other names, with or without accents, blanks and dots', () => {
    const paid = {
      openpix: 'COMPLETED',
      PagSeguro: 'PAID',
      mercadopago: 'approved',
      MercadoPagoOrders: 'processed',
      pagarme: 'paid',
      gerencianet: 'CONCLUIDA',
      Efí: 'CONCLUIDA',
    };
    for (const [system, word] of Object.entries(paid)) {
      expect(isPixSystem(system), system).to.equal(true);
      expect(readPixStatus(word, system), system).to.equal('paid');
      expect(readPixStatus('in_mediation', system), system).to.equal(system === 'mercadopago' ? 'paid' : 'unknown');
    }
    expect(readPixStatus('pending_refund', 'pagarme v1')).to.equal('paid');
    for (const name of PIX_SYSTEMS) expect(isPixSystem(name), name).to.equal(true);
    for (const name of ['', ' ', 'banco x', 'constructor']) expect(isPixSystem(name), name).to.equal(false);
  });

  it('reads nothing from no word, also where a system has no word for a status', () => {
    for (const { system } of pixStatusFixtures)
      for (const word of ['', ' ']) expect(readPixStatus(word, system), system).to.equal('unknown');
  });

  it('knows no word of a system that it does not know', () => {
    for (const system of ['', 'Banco X', 'toString', '__proto__']) expect(readPixStatus('PAID', system), system).to.equal('unknown');
  });
});

describe('readPixStatus without a system', () => {
  it('means paid by six words alone', () => {
    const paid = [...MEANINGS.keys()].filter((word) => readPixStatus(word) === 'paid');
    expect(paid.sort()).to.deep.equal([...PAID_ANYWHERE].sort());
  });

  it('reads words that are not paid where all systems agree', () => {
    for (const [word, meanings] of MEANINGS) {
      if (PAID_ANYWHERE.includes(word)) continue;
      const [meaning = 'unknown', ...others] = meanings;
      const isAgreed = others.length === 0 && meaning !== 'paid' && !/\d/.test(word) && !NEEDS_CONTEXT.includes(word);
      const expected = isAgreed ? meaning : 'unknown';
      expect(readPixStatus(word), word).to.equal(expected);
    }
  });

  it('is unknown for paid words that need their context, disputes and numbers', () => {
    for (const word of [
      'APPROVED',
      'RECEIVED',
      'CONFIRMED',
      'COMPLETED',
      'SUCCESS',
      'PROCESSED',
      'Authorised',
      'dispute',
      'in_protest',
      '2',
      2,
      '0',
    ]) {
      expect(readPixStatus(word), String(word)).to.equal('unknown');
    }
  });

  it('never means paid by a word that only contains one, or by no word', () => {
    const others = [
      ...neverPaidWords,
      'PAID?',
      'PAID_OUT',
      'REPAID',
      'NAO PAGO',
      'nãoPago',
      'PAID PENDING',
      'PAID|PENDING',
      true,
      null,
      undefined,
      {},
      ['PAID'],
    ];
    for (const word of others) expect(readPixStatus(word), String(word)).to.not.equal('paid');
    for (const word of ['', ' ', '_', 'NULL', 'TRUE', 'OK', null, undefined, true, ['PAID']])
      expect(readPixStatus(word)).to.equal('unknown');
  });

  it('reads any case, accent, camelCase and blanks', () => {
    for (const word of ['paid', 'Paid', 'pAiD', ' PAID ', 'concluída', 'CONCLUÍDA', 'Conclui\u0301da'])
      expect(readPixStatus(word), word).to.equal('paid');
    for (const word of ['waitingPayment', 'waiting payment', 'Aguardando  Pagamento', 'em análise'])
      expect(readPixStatus(word), word).to.equal('pending');
  });

  it('answers any text without a throw, and paid for none but the six', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.option(fc.string(), { nil: undefined }), (word, system) => {
        expect(STATUSES).to.include(readPixStatus(word, system));
        if (!PAID_ANYWHERE.includes(word.toUpperCase())) expect(readPixStatus(word)).to.not.equal('paid');
      }),
    );
  });
});

describe('parseShopPixStatus', () => {
  const names = fc.constantFrom(...PIX_SYSTEMS);
  const letterCase = (word: string): fc.Arbitrary<string> => fc.constantFrom(word, word.toLowerCase(), word.toUpperCase());

  it("reads Balcão's own words, written exactly so, and what always means paid, beside any system", () => {
    fc.assert(
      fc.property(names, fc.constantFrom(...STATUSES), (system, word) => parseShopPixStatus(word, system) === word),
      { numRuns: 1000 },
    );
    fc.assert(
      fc.property(
        names,
        fc.constantFrom(...PAID_ANYWHERE).chain(letterCase),
        (system, word) => parseShopPixStatus(word, system) === 'paid',
      ),
    );
    for (const word of ['Expired', 'PENDING', ' failed', 'refunded.']) expect(parseShopPixStatus(word, 'BCB'), word).to.equal('unknown');
    expect(parseShopPixStatus('pending')).to.equal('pending');
  });

  it('leaves to every system what it means by a word, and never takes a word for paid that means something else to it', () => {
    fc.assert(
      fc.property(names, fc.constantFrom(...MEANINGS.keys(), ...neverPaidWords).chain(letterCase), (system, word) => {
        const meant = readPixStatus(word, system);
        const read = parseShopPixStatus(word, system);
        if (meant !== 'unknown') expect(read, `${system}: ${word}`).to.equal(meant);
        else if (read === 'paid') expect(PAID_ANYWHERE, `${system}: ${word}`).to.include(word.toUpperCase());
        else expect(read === 'unknown' || read === word, `${system}: ${word} is ${read}`).to.equal(true);
      }),
      { numRuns: 3000 },
    );
  });

  it("means by Balcão's words what every system does that has them", () => {
    for (const word of STATUSES) {
      for (const meaning of MEANINGS.get(word.toUpperCase()) ?? []) expect(meaning, word).to.equal(word);
    }
  });
});

describe('parsePixStatusAnswer', () => {
  it('reads status, situacao and state', () => {
    for (const field of ['status', 'situacao', 'state']) expect(parsePixStatusAnswer({ [field]: 'PAGO' }), field).to.equal('paid');
    expect(parsePixStatusAnswer({ status: 'RECEIVED' }, 'Asaas')).to.equal('paid');
  });

  it('reads no other field', () => {
    const bodies = [
      { success: true, message: 'PAGO' },
      { paid: 'PAID' },
      { data: { status: 'PAID' } },
      [{ status: 'PAID' }],
      ['PAID'],
      'PAID',
      null,
      undefined,
      1,
    ];
    for (const body of bodies) expect(parsePixStatusAnswer(body), JSON.stringify(body)).to.equal('unknown');
  });

  it('passes over a field without a known word, and believes neither of two that differ', () => {
    expect(parsePixStatusAnswer({ status: 200, state: 'PAID' })).to.equal('paid');
    expect(parsePixStatusAnswer({ status: 'PAGO', situacao: 'paid' })).to.equal('paid');
    expect(parsePixStatusAnswer({ status: 'PAID', state: 'PENDING' })).to.equal('unknown');
  });
});

describe('advancePixStatus', () => {
  it('never leaves paid but for the money going back, which is the end', () => {
    for (const next of STATUSES) {
      expect(advancePixStatus('paid', next)).to.equal(next === 'refunded' ? 'refunded' : 'paid');
      expect(advancePixStatus('refunded', next)).to.equal('refunded');
    }
  });

  it('lets a charge that ended turn out paid, and wait no more', () => {
    for (const ended of ['expired', 'cancelled', 'failed'] as const) {
      expect(advancePixStatus(ended, 'paid')).to.equal('paid');
      expect(advancePixStatus(ended, 'pending')).to.equal(ended);
    }
  });

  it('learns nothing from an unknown word', () => {
    for (const previous of STATUSES) expect(advancePixStatus(previous, 'unknown')).to.equal(previous);
    for (const next of STATUSES) expect(advancePixStatus('unknown', next)).to.equal(next);
  });
});
