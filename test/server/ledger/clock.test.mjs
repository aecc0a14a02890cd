import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LedgerClock } from '../../../src/server/ledger/clock.ts';

const DAY = 86_400_000;

describe('the clock of the ledger, as this process knows it', () => {
  /** A machine whose two clocks are set by hand, and a ledger with a right one. */
  function useMachine(t) {
    const machine = { date: 5_000, elapsed: 100, ledger: 1_900_000_000_000, asked: 0 };
    t.mock.method(Date, 'now', () => machine.date);
    t.mock.method(performance, 'now', () => machine.elapsed);
    const pass = (ms) => {
      machine.date += ms;
      machine.elapsed += ms;
      machine.ledger += ms;
    };
    const clock = new LedgerClock({ now: async () => ((machine.asked += 1), machine.ledger) }, undefined);
    return { machine, pass, clock };
  }

  it('goes on from its last reading by the time that passed, whatever this machine takes for the date', async (t) => {
    const { machine, pass, clock } = useMachine(t);
    await clock.refresh();
    pass(1000);
    machine.date += DAY;
    assert.equal(clock.now(), machine.ledger);
    machine.date -= 2 * DAY;
    assert.equal(clock.now(), machine.ledger);
    assert.equal(clock.note(machine.ledger + 7), machine.ledger + 7);
    assert.equal(clock.now(), machine.ledger + 7);
  });

  it('is asked again after five seconds, and after a sleep in which only the date went on', async (t) => {
    const { machine, pass, clock } = useMachine(t);
    await clock.refresh();
    pass(4999);
    await clock.refresh();
    assert.equal(machine.asked, 1);
    pass(1);
    await clock.refresh();
    assert.equal(machine.asked, 2);
    machine.date += 30 * 60_000;
    machine.ledger += 30 * 60_000;
    await clock.refresh();
    assert.deepEqual([machine.asked, clock.now()], [3, machine.ledger]);
  });

  it('measures by whichever clock of this machine says more', (t) => {
    const { machine, clock } = useMachine(t);
    const countMs = clock.startTimer();
    machine.elapsed += 10;
    machine.date -= DAY;
    assert.equal(countMs(), 10);
    machine.date += 2 * DAY;
    assert.equal(countMs(), DAY);
  });

  it('has the instants of this machine as the ledger has them', async (t) => {
    const { machine, clock } = useMachine(t);
    await clock.refresh();
    assert.equal(clock.convert(machine.date + 60_000), machine.ledger + 60_000);
  });

  it('is what a test says', async (t) => {
    const { machine } = useMachine(t);
    const clock = new LedgerClock({ now: () => Promise.reject(new Error('asked')) }, () => 42);
    await clock.refresh();
    assert.deepEqual([clock.now(), clock.note(machine.ledger), clock.now(), clock.convert(7)], [42, 42, 42, 7]);
  });
});
