import { expect } from '@open-wc/testing';
import { APPROVED, GuardWorld } from '../support/guard-world.js';

describe('OrderGuard: the outcome to give instead of paying', () => {
  it('is read from the ledger before the order was used', async () => {
    const world = new GuardWorld();
    await world.payAndAnswer(world.openTab(), APPROVED);
    const { guard } = world.openTab();
    expect(await guard.findRefusal()).to.include({ status: 'approved', attemptId: 'attempt-1' });
  });

  it('is none where the order may be paid, nor while this page pays, and the stored one afterwards', async () => {
    const world = new GuardWorld();
    const { guard } = world.openTab();
    expect(await guard.findRefusal()).to.equal(undefined);
    const paying = guard.pay(world.intent());
    await world.settle();
    expect(await guard.findRefusal()).to.equal(undefined);
    world.sent[0]?.answer(APPROVED);
    expect((await paying).status).to.equal('approved');
    expect(await guard.findRefusal()).to.include({ status: 'approved' });
  });

  it('is that another tab pays', async () => {
    const world = new GuardWorld();
    void world.openTab().guard.pay(world.intent());
    await world.settle();
    expect(await world.openTab().guard.findRefusal()).to.deep.equal({ status: 'cancelled', reason: 'busy' });
  });
});
