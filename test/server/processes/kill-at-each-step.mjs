import assert from 'node:assert/strict';
import { openPostgres } from '../postgres-server.mjs';
import { createSeen, openLane } from './lane.mjs';
import { createDevice, isGone, sendTo } from './page.mjs';
import { bundleShop, startShopProcess } from './start-shop-process.mjs';

/** Processes that are killed at the same time. */
const LANES = 2;

/** The first step of a sample. */
const FIRST_OF_SAMPLE = 7;

/** More than any attempt has: a process that never comes to its end must not be started forever. */
const MOST_STEPS = 200;

/**
 * Kills a shop's server at every step of something, one process after the other: whatever happened, each charge of the service must be one payment
 * that was settled once, nobody else may charge what may have been charged, and no order may be lost.
 *
 * @typedef {import('./pages.mjs').PageParts} PageParts
 *
 * @typedef {object} Scenario
 * @property {(parts: PageParts & { victim: Awaited<ReturnType<typeof startShopProcess>> }) => Promise<unknown>} act What is done with the server that
 * is killed: one of `PAGES`, or with `parts.victim`.
 * @property {(parts: Omit<PageParts, 'device'> & { pool: import('pg').Pool }) => Promise<unknown>} [prepare] What comes before it.
 * @property {number} [stride] The distance of the steps that are tried; all of them without it.
 * @property {number} [aheadMs] How far the clock of that server is ahead.
 */
export async function openKiller() {
  const program = await bundleShop();
  const postgres = await openPostgres();

  /**
   * Kills one process at one step. Returns whether there was such a step.
   *
   * @param {Awaited<ReturnType<typeof openLane>>} lane
   * @param {Scenario & { killAt: number }} scenario
   */
  async function runOnce({ connection, pool, service, aftermath }, { killAt, prepare, act, aheadMs }) {
    const orderId = `order-${killAt}`;
    const seen = createSeen(orderId);
    await prepare?.({ pool, service, seen });
    const victim = await startShopProcess(program, { connection, service: service.origin, aheadMs, killAt });
    const device = createDevice(sendTo(victim.origin), orderId);
    /** @type {string | undefined} */
    let step = 'a step that is unknown';
    try {
      await act({ device, service, seen, victim }).catch((error) => {
        if (!isGone(error)) throw error;
      });
      step = await victim.stop();
      await aftermath.check(seen, { isTriedAgain: Math.floor(killAt / 2) % 2 === 0 && seen.paidPix === undefined });
    } catch (error) {
      throw new Error(`Killed at step ${killAt}, ${step ?? 'which is none'}: ${error}`, { cause: error });
    }
    return step !== undefined;
  }

  return {
    /** @param {Scenario} scenario @returns {Promise<number>} The last step that there was. */
    async killAtEachStep(scenario) {
      const lanes = await Promise.all(Array.from({ length: LANES }, () => openLane(postgres)));
      let last = 0;
      const { stride = 1 } = scenario;
      const run = async (lane, first) => {
        for (let killAt = first; killAt < MOST_STEPS; killAt += LANES * stride) {
          // One after the other: the next number is another one only if there was such a step.
          if (!(await runOnce(lane, { ...scenario, killAt }))) return;
          last = Math.max(last, killAt);
        }
        assert.fail(`it has more than ${MOST_STEPS} steps`);
      };
      try {
        await Promise.all(lanes.map((lane, index) => run(lane, index * stride + (stride === 1 ? 1 : FIRST_OF_SAMPLE))));
      } finally {
        await Promise.all(lanes.map(({ service }) => service.close()));
      }
      return last;
    },
    async close() {
      await postgres.stop();
      await program.remove();
    },
  };
}
