import { expect } from '@open-wc/testing';
import { BOLETO } from '../../../src/controllers/boleto/boleto-kind.js';
import { parseSettings, type SettingsInput } from '../../../src/controllers/settings/settings.js';
import { isCheckoutError } from '../../../src/domain/errors.js';
import type { BoletoCharge, Charge } from '../../../src/domain/order/charge.js';
import { formatBrCode } from '../../../src/domain/pix/format-br-code.js';
import { BANKS, buildBoleto } from '../../domain/boleto/boleto-digits.js';
import { createTestCharge } from '../../flow/support/pix-world.js';
import { FakeClock } from '../../support/fake-clock.js';
import { collectErrors } from '../../support/console-errors.js';

const clock = new FakeClock(Date.parse('2026-11-30T12:00-03:00'));
const [BANK = { bank: '', freeField: '' }] = BANKS;
const { line } = buildBoleto({ ...BANK, amountCents: 149_90, dueDate: '2026-12-07' });
const pixCode = formatBrCode({ key: 'loja@example.com', merchantName: 'Loja', merchantCity: 'Recife', amountCents: 149_90 });
const GIVEN = { chargeId: 'b-1', line, dueDate: '2026-12-07', amount: '149.90', pixCode };

describe('BOLETO', () => {
  const errors = collectErrors();

  const create = (given: unknown, others: readonly Charge[] = [], input: SettingsInput = {}): Promise<BoletoCharge> =>
    BOLETO.create({
      settings: parseSettings({ amount: '149.90', pixAmount: '140.00', orderId: '42', getBoleto: async () => Object(given), ...input }),
      signal: new AbortController().signal,
      others,
      source: {
        loadClient: () => Promise.reject(new Error('No client is needed.')),
        learnTime: () => undefined,
        trueNow: () => clock.now(),
      },
      begin: () => ({ orderId: '42', amount: '149.90', createdAt: clock.now(), status: 'pending' }),
    });
  const catchCode = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => undefined,
      (error: unknown) => (isCheckoutError(error) ? error.code : error),
    );
  const show = (charge: Charge, input: SettingsInput = {}) =>
    BOLETO.verify({ charge, phase: 'waiting' }, parseSettings({ amount: '149.90', orderId: '42', ...input }));

  it('costs the order’s amount, also where a Pix costs less', async () => {
    const settings = parseSettings({ amount: '149.90', pixAmount: '140.00' });
    expect(BOLETO.getPriceCents(settings)).to.equal(149_90);
    expect(await create(GIVEN)).to.include({ amount: '149.90', brCode: pixCode, createdAt: clock.now(), status: 'pending' });
  });

  it('may be the same boleto again, from another tab or device', async () => {
    const made = await create(GIVEN);
    expect(await create(GIVEN, [made])).to.deep.equal(made);
    const named = { ...made, chargeId: 'boleto:b-1' };
    expect(await create({ ...GIVEN, chargeId: 'boleto:b-1' }, [made]), 'with the key of boletos since then').to.deep.equal(named);
  });

  it('has no code of another charge', async () => {
    const made = await create(GIVEN);
    const fresh = buildBoleto({ ...BANK, freeField: BANK.freeField.replace(/^0/, '1'), amountCents: 149_90, dueDate: '2026-12-07' });
    const pix = createTestCharge(clock, { brCode: pixCode });
    for (const [given, others] of [
      [{ ...GIVEN, chargeId: 'b-2', pixCode: undefined }, [made]],
      [{ ...GIVEN, chargeId: 'b-2', line: fresh.line }, [made]],
      [GIVEN, [pix]],
      [{ ...GIVEN, chargeId: pix.chargeId }, [pix]],
    ] as const)
      expect(await catchCode(create(given, others))).to.equal('boleto-code-invalid');
    expect(await catchCode(create({ ...GIVEN, chargeId: 'b-2', line: fresh.line, pixCode: undefined }, [made, pix]))).to.equal(undefined);
  });

  it('says in the console what is wrong with a boleto, and where to look', async () => {
    expect(await catchCode(create({ ...GIVEN, line: `${line.slice(0, -1)}1` }))).to.equal('boleto-code-invalid');
    expect(errors).to.deep.equal([
      'Balcão: The shop responded with a boleto that cannot be shown: check-digit. Check boleto-url or getBoleto.',
    ]);
  });

  it('is shown from the ledger with its digits and its Pix code verified again', async () => {
    const charge = await create(GIVEN);
    expect(show(charge)).to.deep.nested.include({
      charge,
      'boleto.line': line,
      'boleto.dueDate': '2026-12-07',
      'brCode.amountCents': 149_90,
    });
    expect(show({ ...charge, brCode: pixCode }, { profile: { pixKeys: ['loja@example.com'] } })).to.have.property('charge');
    const changes: [what: string, charge: Charge, input: SettingsInput][] = [
      ['a changed digit', { ...charge, line: line.replace(/^0/, '1') }, {}],
      ['another due date', { ...charge, dueDate: '2026-12-08' }, {}],
      ['another amount', charge, { amount: '149.91' }],
      ['a changed Pix code', { ...charge, brCode: pixCode.replace('Loja', 'Loka') }, {}],
      ['a Pix code of another receiver', charge, { profile: { pixKeys: ['x@example.com'] } }],
      ['a Pix', createTestCharge(clock, { brCode: pixCode }), {}],
    ];
    for (const [what, changed, input] of changes) expect(show(changed, input), what).to.equal(undefined);
  });

  it('is shown past its due date, until the shop has answered', async () => {
    const charge = await create(GIVEN);
    expect(BOLETO.verify({ charge, phase: 'confirming' }, parseSettings({ amount: '149.90' }))).to.deep.include({ phase: 'confirming' });
  });
});
