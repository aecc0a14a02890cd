/** Many devices that want to pay one order at the same moment, at two instances of the shop's server over one database: one of them may. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createGate } from '../ledger/rows.mjs';
import { hasPostgres, openPostgres } from '../postgres-server.mjs';
import { openLane } from './lane.mjs';
import { createDevice, sendTo } from './page.mjs';
import { bundleShop, startShopProcess } from './start-shop-process.mjs';

/** Two hundred devices, and fifty rounds, with WHOLE=1. */
const isWhole = process.env.WHOLE === '1';
const DEVICES = isWhole ? 200 : 24;
const TOKEN_ROUNDS = isWhole ? 50 : 4;
const RELAY_ROUNDS = isWhole ? 4 : 2;

/** Of a process of the server. Both together stay below what the database of the tests takes. */
const CONNECTIONS = 20;

describe(`${DEVICES} devices at once on one order, at two instances`, { skip: !hasPostgres() }, () => {
  let program;
  let postgres;
  let lane;
  let instances = [];
  before(async () => {
    program = await bundleShop();
    postgres = await openPostgres();
    lane = await openLane(postgres);
    const settings = { connection: lane.connection, connections: CONNECTIONS, service: lane.service.origin };
    instances = await Promise.all([startShopProcess(program, settings), startShopProcess(program, settings)]);
  });
  after(async () => {
    await Promise.all(instances.map((instance) => instance.stop()));
    await lane?.service.close();
    await postgres?.stop();
    await program?.remove();
  });

  /** An order that is known already, since its first card was declined: its row is there to be locked. */
  async function declineOnce(orderId) {
    lane.service.sandbox.fault('processPayment', 'decline');
    const { body } = await createDevice(sendTo(instances[0].origin)).payByRelay(orderId, `${orderId}-declined`);
    assert.equal(body.success, false);
  }

  /** Sends a request of each device at once. `ask` sends it, by the number of the device. */
  async function runRound(orderId, ask) {
    const devices = Array.from({ length: DEVICES }, (_, index) =>
      createDevice(sendTo(instances[index % instances.length].origin), `${orderId}-${index}`),
    );
    return Promise.all(devices.map((device, index) => ask(device, `${orderId}-attempt-${index}`, index)));
  }

  const describeAnswer = ({ status, retryAfter, body }) => JSON.stringify({ status, retryAfter, body });

  /** The word that somebody else may be charging. The relay says beside that it has sent nothing. */
  function assertBusy(answer) {
    const { status, retryAfter, body } = answer;
    const isRight = status === 503 && body.closed === 'busy' && Number(retryAfter) >= 1 && body.token === undefined;
    assert.ok(isRight, describeAnswer(answer));
  }

  it('gives one of them a token for a charge, each time, and says to all others that it is busy', async () => {
    for (let round = 0; round < TOKEN_ROUNDS; round += 1) {
      const orderId = `tokens-${round}`;
      if (round % 2 === 1) await declineOnce(orderId);
      const answers = await runRound(orderId, (device, attemptId) => device.askToken(orderId, attemptId));
      const granted = answers.filter(({ body }) => body.token !== undefined);
      assert.equal(granted.length, 1, `round ${round}`);
      assert.equal(granted[0].status, 200);
      for (const answer of answers) if (answer !== granted[0]) assertBusy(answer);
    }
  });

  it('charges once or gives one token where every other device is charged by the relay', async () => {
    const { service } = lane;
    for (let round = 0; round < RELAY_ROUNDS; round += 1) {
      const orderId = `mixed-${round}`;
      if (round % 2 === 1) await declineOnce(orderId);
      const [isAtService, isAnswered] = [createGate(), createGate()];
      // The one that is charged has its answer after all others: until then the order is busy, and not yet paid.
      service.beforeCharge = () => {
        isAtService.pass();
        return isAnswered.passed;
      };
      // A token is given sooner than a charge is sent: in every third round the relay is first.
      if (round % 3 > 0) isAtService.pass();
      let answeredCount = 0;
      const answers = await runRound(orderId, async (device, attemptId, index) => {
        const isRelayed = index % 2 === 0;
        if (!isRelayed) await isAtService.passed;
        const answer = await (isRelayed ? device.payByRelay(orderId, attemptId) : device.askToken(orderId, attemptId));
        answeredCount += 1;
        if (answeredCount === DEVICES - 1) isAnswered.pass();
        return answer;
      });
      service.beforeCharge = undefined;
      const charged = answers.filter(({ body }) => body.success === true);
      const granted = answers.filter(({ body }) => body.token !== undefined);
      assert.equal(charged.length + granted.length, 1, `round ${round}`);
      if (round % 3 === 0) assert.equal(charged.length, 1);
      assert.equal(service.chargesOf(orderId).length, charged.length);
      for (const answer of answers) if (answer !== (charged[0] ?? granted[0])) assertBusy(answer);
    }
  });

  it('charges once where every device is charged by the relay and the answer comes at once', async () => {
    const { service, pool } = lane;
    for (let round = 0; round < RELAY_ROUNDS; round += 1) {
      const orderId = `relayed-${round}`;
      if (round % 2 === 1) await declineOnce(orderId);
      const answers = await runRound(orderId, (device, attemptId) => device.payByRelay(orderId, attemptId));
      const [charged, ...others] = answers.filter(({ body }) => body.success === true);
      assert.equal(others.length, 0, `round ${round}`);
      assert.deepEqual(
        service.chargesOf(orderId).map(({ identifier }) => identifier),
        [charged.body.identifier],
      );
      for (const answer of answers.filter((known) => known !== charged)) {
        if (answer.body.closed === 'paid') assert.deepEqual([answer.status, answer.body.sent], [503, false]);
        else assertBusy(answer);
      }
      const { rows } = await pool.query('SELECT kind, identifier FROM balcao_payments WHERE order_id = $1', [orderId]);
      assert.deepEqual(rows, [{ kind: 'paid', identifier: charged.body.identifier }]);
      const settled = await pool.query('SELECT payment_id FROM shop_settled WHERE order_id = $1', [orderId]);
      assert.equal(settled.rows.length, 1);
    }
  });
});
