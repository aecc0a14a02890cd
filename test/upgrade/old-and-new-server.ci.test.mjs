/**
 * Instances of 0.1.0 and of these sources over one database, as in a deployment and on the way back, while many devices pay each order through all
 * of them: no order is charged twice, and no record is lost. What is tried for an order is the same each time (`SEED`); which comes first is not.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { sqlLedger } from '../../src/server/index.ts';
import { postgres as adaptPool } from '../../src/server/postgres.ts';
import { HOUR, createGate } from '../server/ledger/rows.mjs';
import { hasPostgres, openPostgres } from '../server/postgres-server.mjs';
import { openLane } from '../server/processes/lane.mjs';
import { createDevice, isGone, sendTo } from '../server/processes/page.mjs';
import { LOST } from '../server/processes/service.mjs';
import { WEBHOOK_SECRET, createShop } from '../server/processes/shop-settings.mjs';
import { bundleShop, startShopProcess } from '../server/processes/start-shop-process.mjs';
import { until } from '../server/support/until.mjs';
import { unpackRelease } from './unpack-release.mjs';

/** @typedef {Awaited<ReturnType<typeof startShopProcess>> & { isNew: boolean }} Instance */

const SEED = 20_261_130;

/** Orders that are paid beside each other, and how many of them at the same time. */
const ORDERS = 48;
const AT_ONCE = 8;

/** Later than any token lives, and than the next question about a boleto, ms. */
const BOLETO_LATER_MS = 12 * HOUR;

const PIX_LIFE_MS = HOUR / 2;

/** How devices pay: also through 0.1.0, and where there is a newer instance. */
const OLD_ACTS = ['relay', 'relay', 'relay', 'token', 'pix'];
const ACTS_OF_ALL = [...OLD_ACTS, 'boleto'];

/** What 0.1.0 never changes of a row. */
const KEPT = {
  balcao_orders: ['order_id'],
  balcao_attempts: ['attempt_id', 'seq', 'order_id', 'method', 'via', 'session', 'amount_cents', 'opened_at', 'may_charge_until'],
  balcao_pix: ['charge_id', 'seq', 'order_id', 'session', 'due_cents', 'amount_cents', 'created_at', 'expires_at'],
  balcao_payments: ['payment_id', 'seq', 'order_id', 'method', 'kind', 'amount_cents', 'identifier', 'learned_at', 'learned_by'],
};

/** Numbers from 0 to 1, the same each time for a name. */
function createRandom(name) {
  let count = 0;
  return () => {
    const hash = createHash('sha256').update(`${SEED} ${name} ${(count += 1)}`);
    return hash.digest().readUInt32BE() / 2 ** 32;
  };
}

const pick = (list, at) => list[Math.floor(at * list.length)];

/** What devices of an order do at the same moment. Whatever is decided by chance is decided here. */
function planOrder(orderId, acts = OLD_ACTS) {
  const random = createRandom(orderId);
  return Array.from({ length: 3 + Math.floor(random() * 4) }, (_, index) => ({
    orderId,
    attemptId: `${orderId}-${index}`,
    act: pick(acts, random()),
    /** Which of the instances that there are then. */
    where: random(),
    sweepAt: random(),
    isPaid: random() < 0.5,
    /** By a notice to this instance; else a sweep learns of it. */
    noticeAt: random() < 0.5 ? random() : undefined,
    isLost: random() < 0.2,
    isDeclined: random() < 0.1,
  }));
}

describe('instances of 0.1.0 and of this version over one database', { skip: !hasPostgres() }, () => {
  let release;
  let programs;
  let postgres;
  let lane;
  /** @type {Instance[]} */
  let instances = [];
  /** The rows that 0.1.0 wrote before there was any newer version. */
  let written;
  /** @type {string[]} */
  const orderIds = [];
  /** What was paid at the service and at the bank, as `METHOD IDENTIFIER`, by order, beside cards. */
  const paid = new Map();
  /** What devices read as a success. */
  const told = [];
  /** @type {Set<string>} */
  const lost = new Set();
  /** @type {Set<string>} */
  const declined = new Set();
  let aheadMs = 0;
  const waiting = {
    gate: createGate(),
    held: /** @type {Set<string>} */ (new Set()),
    sending: /** @type {Promise<unknown>[]} */ ([]),
  };

  const listRows = async (sql, values = []) => (await lane.pool.query(sql, values)).rows;
  const readTables = async () =>
    Object.fromEntries(
      await Promise.all(Object.keys(KEPT).map(async (table) => [table, await listRows(`SELECT * FROM ${table} ORDER BY 1`)])),
    );

  /** @param {boolean} isNew */
  async function start(isNew, more = {}) {
    const settings = { connection: lane.connection, connections: 8, service: lane.service.origin, hasBoletos: isNew, ...more };
    const instance = { ...(await startShopProcess(isNew ? programs.now : programs.old, settings)), isNew };
    instances = [...instances, instance];
    return instance;
  }

  async function end(instance) {
    instances = instances.filter((other) => other !== instance);
    assert.deepEqual(await instance.terminate(), { code: 0, signal: null });
  }

  const open = (instance, name) => createDevice(sendTo(instance.origin), name);
  const find = (where, isNew) => pick(instances.filter((instance) => !isNew || instance.isNew), where); // prettier-ignore

  /**
   * The money of an order: each charge of a card as the service lists it, and what was paid by Pix and boleto.
   *
   * @type {(orderId: string) => string[]}
   */
  const listTaken = (orderId) => [
    ...lane.service.chargesOf(orderId).map(({ identifier }) => `card ${identifier}`),
    ...(paid.get(orderId) ?? []),
  ];
  const notePaid = (orderId, name) => paid.set(orderId, [...new Set([...(paid.get(orderId) ?? []), name])]);
  const sendNotice = (where, id) => open(find(where)).post(`webhook/${WEBHOOK_SECRET}`, { qrCodeId: id });

  /** What one device does. Where its server is gone, it knows nothing. */
  const ACTS = {
    async relay({ orderId, attemptId, where, isLost, isDeclined }) {
      if (isLost) lost.add(attemptId);
      if (isDeclined) declined.add(attemptId);
      const { body } = await open(find(where), attemptId).payByRelay(orderId, attemptId);
      if (body.success === true) told.push({ orderId, name: `card ${body.identifier}` });
    },
    async token({ orderId, attemptId, where }) {
      const device = open(find(where), attemptId);
      const { body } = await device.askToken(orderId, attemptId);
      if (body.token === undefined) return;
      const identifier = await lane.service.chargeAsPage(body.token).catch(() => undefined);
      await device.notify(orderId, attemptId, identifier ? { state: 'approved', identifier } : { state: 'declined' });
    },
    async pix({ orderId, attemptId, where, isPaid, noticeAt }) {
      const expirationDate = new Date(Date.now() + PIX_LIFE_MS).toISOString();
      const path = `orders/${orderId}/service/pix/generateQrCode`;
      const { body } = await open(find(where), attemptId).post(path, { amount: 149.9, expirationDate });
      if (body.qrCodeId === undefined) return undefined;
      if (isPaid) {
        notePaid(orderId, `pix ${body.qrCodeId}`);
        lane.service.sandbox.settlePix(body.qrCodeId);
        if (noticeAt !== undefined) await sendNotice(noticeAt, body.qrCodeId);
      }
      return body.qrCodeId;
    },
    async boleto({ orderId, attemptId, where, isPaid, noticeAt }) {
      const { body } = await open(find(where, true), attemptId).post('boleto', { orderId, amount: '149.90' });
      if (body.chargeId === undefined) return undefined;
      if (isPaid) {
        const id = body.chargeId.replace('boleto:', '');
        notePaid(orderId, `boleto ${id}`);
        lane.service.bank.statuses.set(id, { status: 'paid' });
        if (noticeAt !== undefined) await sendNotice(noticeAt, id);
      }
      return body.chargeId;
    },
  };

  async function run(step) {
    try {
      return await ACTS[step.act](step);
    } catch (error) {
      if (!isGone(/** @type {NodeJS.ErrnoException} */ (error))) throw error;
      return undefined;
    }
  }

  /** Lets an instance sweep. 0.1.0 fails at an order that has a boleto, and does all the rest. */
  const sweep = (instance) =>
    instance.sweep().catch((error) => {
      if (instance.isNew || !error.message.includes('does not know the word "boleto')) throw error;
    });

  async function payOrder(steps) {
    const [{ orderId, sweepAt }] = steps;
    orderIds.push(orderId);
    await Promise.all([...steps.map(run), sweep(find(sweepAt))]);
  }

  const fetchPayments = () => listRows('SELECT payment_id, order_id, method, kind, identifier FROM balcao_payments');

  /** What the ledger has of these orders must be what was paid: each once, one of an order `paid` and the others `extra`. */
  async function checkOrders(ids) {
    const payments = await fetchPayments();
    for (const orderId of ids) {
      const taken = listTaken(orderId);
      assert.ok(lane.service.chargesOf(orderId).length <= 1, `${orderId} was charged more than once`);
      const known = payments.filter(({ order_id: id }) => id === orderId);
      assert.deepEqual(known.map(({ method, identifier }) => `${method} ${identifier}`).toSorted(), taken.toSorted(), orderId);
      const kinds = taken.map((_, index) => (index === 0 ? 'paid' : 'extra'));
      assert.deepEqual(known.map(({ kind }) => kind).toSorted(), kinds.toSorted(), `the kinds of ${orderId}`);
    }
  }

  /** The whole ledger has what the service has charged, and nothing else; each payment was settled once, and delivered. */
  async function checkBooks() {
    await checkOrders(orderIds);
    const payments = await fetchPayments();
    const charges = lane.service.sandbox.state().charges.map(({ identifier }) => identifier);
    const cards = payments.filter(({ method }) => method === 'card').map(({ identifier }) => identifier);
    assert.deepEqual(cards.toSorted(), charges.toSorted(), 'the charges of the service and those of the ledger');
    for (const { orderId, name } of told) assert.ok(listTaken(orderId).includes(name), `a device reads that ${name} paid ${orderId}`);
    const settled = await listRows('SELECT payment_id FROM shop_settled');
    const ids = payments.map(({ payment_id: id }) => id).toSorted();
    assert.deepEqual(settled.map(({ payment_id: id }) => id).toSorted(), ids, 'what was settled');
    assert.deepEqual(await listRows('SELECT payment_id FROM balcao_outbox'), []);
    for (const id of ids) assert.ok(lane.service.countDeliveries(id) >= 1, `${id} was not delivered`);
  }

  /** Every row that 0.1.0 wrote alone is there, with what it had; nothing changed in those of orders that were paid by then. */
  async function checkOldRows() {
    const now = await readTables();
    const isPaid = ({ order_id: id }) => written.balcao_payments.some((payment) => payment.order_id === id);
    for (const [table, kept] of Object.entries(KEPT)) {
      const [id] = kept;
      for (const row of written[table]) {
        const names = isPaid(row) ? Object.keys(row) : kept;
        const found = now[table].find((other) => other[id] === row[id]);
        assert.ok(found, `${table} has lost ${row[id]}`);
        for (const name of names) assert.deepEqual(found[name], row[name], `${name} of ${row[id]} in ${table}`);
      }
    }
    const ledger = sqlLedger(adaptPool(lane.pool));
    for (const { order_id: id } of written.balcao_orders) assert.equal((await ledger.read(id)).orderId, id);
  }

  /** Lets this version learn all that it does not know yet, once nothing can be charged any more. Each time later: 0.1.0 may have taken a turn. */
  async function sweepLater() {
    const later = createShop({
      pool: lane.pool,
      service: lane.service.origin,
      hasBoletos: true,
      aheadMs: (aheadMs += 2 * BOLETO_LATER_MS),
    });
    for (let round = 0; round < 3; round += 1) await later.sweep();
    assert.deepEqual((await later.unresolved()).attempts, []);
  }

  // What 0.1.0 writes alone: orders in each state.
  before(async () => {
    release = unpackRelease('0.1.0');
    const [old, now, server] = await Promise.all([bundleShop(release.folder), bundleShop(), openPostgres()]);
    programs = { old, now };
    postgres = server;
    lane = await openLane(postgres, { isStarted: false });
    const { service } = lane;
    service.beforeCharge = (owner) => {
      if (declined.has(owner?.attemptId ?? '')) service.sandbox.fault('processPayment', 'decline');
    };
    service.afterCharge = async (owner) => {
      const { orderId, attemptId } = owner ?? {};
      if (orderId?.startsWith('sent')) {
        waiting.held.add(orderId);
        await waiting.gate.passed;
      }
      return lost.has(attemptId ?? '') ? LOST : undefined;
    };
    await start(false);
    await start(false);
    const base = { where: 0, isPaid: false, noticeAt: undefined, isLost: false, isDeclined: false };
    const runAt = (act, orderId, more) => {
      orderIds.push(orderId);
      return run({ ...base, act, orderId, attemptId: `${orderId}-first`, ...more });
    };
    for (let index = 0; index < 4; index += 1) {
      const where = (index % 2) / 2;
      await runAt('relay', `paid-${index}`, { where });
      await runAt('relay', `unconfirmed-${index}`, { where, isLost: true });
      await runAt('relay', `declined-${index}`, { where, isDeclined: true });
      await runAt('pix', `paid-pix-${index}`, { where, isPaid: true, noticeAt: where });
      await runAt('pix', `pix-${index}`, { where });
      await open(instances[0], `open-${index}`).askToken(`open-${index}`, `open-${index}-first`);
      orderIds.push(`open-${index}`);
      waiting.sending.push(runAt('relay', `sent-${index}`, { where }));
    }
    await until(() => waiting.held.size === 4);
    written = await readTables();
    const states = written.balcao_attempts.map(({ state }) => state);
    assert.deepEqual(new Set(states), new Set(['open', 'sent', 'charged', 'declined']));
    assert.deepEqual(new Set(written.balcao_pix.map(({ status }) => status)), new Set(['unknown', 'paid']));
  });
  after(async () => {
    // What it cannot write down keeps an instance of 0.1.0 from its end.
    await Promise.all(instances.map((instance) => instance.kill()));
    await lane?.service.close();
    await postgres?.stop();
    await programs?.old.remove();
    await programs?.now.remove();
    release?.remove();
  });

  /** What a device is told that may not charge: to come again, and that nothing was sent. */
  function assertBusy({ status, retryAfter, body }) {
    const isRight =
      status === 503 && Number(retryAfter) >= 1 && (body.closed === 'busy' || body.sent === false) && body.token === undefined;
    assert.ok(isRight, JSON.stringify({ status, retryAfter, body }));
  }

  /** Pays at the older instance in every way at once, which must refuse all of them. */
  async function tryAtOld(orderId) {
    const old = instances.find(({ isNew }) => !isNew);
    const [card, page, pix] = ['card', 'page', 'pix'].map((name) => open(old, `${orderId}-again-${name}`));
    const code = { amount: 149.9, expirationDate: new Date(Date.now() + PIX_LIFE_MS).toISOString() };
    return Promise.all([
      card.payByRelay(orderId, `${orderId}-again-card`),
      page.askToken(orderId, `${orderId}-again-page`),
      pix.post(`orders/${orderId}/service/pix/generateQrCode`, code),
    ]);
  }

  it('charge no order twice and lose no record while one after the other is replaced', async () => {
    // The tables are updated while pages pay through the older version.
    const update = { isOver: false };
    const starting = start(true).finally(() => (update.isOver = true));
    for (let count = 0; !update.isOver; count += 1) await payOrder(planOrder(`meanwhile-${count}`));
    await starting;
    waiting.gate.pass();
    await Promise.all(waiting.sending);

    const plans = Array.from({ length: ORDERS }, (_, index) => planOrder(`order-${index}`, ACTS_OF_ALL));
    /** @type {Promise<unknown> | undefined} */
    let replacing;
    // The one that is replaced is ended as by a platform that waits no longer: what it cannot write down keeps 0.1.0 from its end.
    const replace = async () => {
      const [replaced] = instances.splice(1, 1);
      await Promise.all([replaced?.kill(), start(true)]);
    };
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let steps = plans.shift(); steps; steps = plans.shift()) {
          if (plans.length < ORDERS / 2) replacing ??= replace();
          await payOrder(steps);
        }
      }),
    );
    await replacing;
    // The Pix that 0.1.0 made is paid now.
    for (const { charge_id: id, order_id: orderId } of written.balcao_pix.filter(({ order_id: name }) => name.startsWith('pix-'))) {
      notePaid(orderId, `pix ${id}`);
      lane.service.sandbox.settlePix(id);
      await sendNotice(0.9, id);
    }
    await sweepLater();
    await checkBooks();
    await checkOldRows();
  });

  it('charge nothing through 0.1.0 for an order that has a boleto, and keep the boleto', async () => {
    const boletos = Array.from({ length: 6 }, (_, index) => `boleto-${index}`);
    for (const orderId of boletos) {
      orderIds.push(orderId);
      const steps = { orderId, attemptId: orderId, where: 0.9, act: 'boleto', isPaid: false };
      assert.equal(await run(steps), `boleto:b-${orderId}-14990-0`);
    }
    const sql = `SELECT * FROM balcao_pix WHERE order_id LIKE 'boleto-%' ORDER BY seq`;
    const rows = await listRows(sql);
    for (const answer of (await Promise.all(boletos.map(tryAtOld))).flat()) assertBusy(answer);
    const ahead = await start(false, { aheadMs: BOLETO_LATER_MS });
    await sweep(ahead);
    await end(ahead);
    for (const { ask_at: _, ...row } of await listRows(sql)) {
      const { ask_at: __, ...known } = rows.find(({ charge_id: id }) => id === row.charge_id);
      assert.deepEqual(row, known);
    }
    for (const orderId of boletos) assert.deepEqual(listTaken(orderId), []);
    assert.deepEqual(await listRows(`SELECT attempt_id FROM balcao_attempts WHERE order_id LIKE 'boleto-%'`), []);
  });

  it('find what 0.1.0 has charged and cannot write down, since a boleto was made meanwhile', async () => {
    const { service } = lane;
    const orderId = 'crossed';
    const [atBank, isCharging, isMade] = [createGate(), createGate(), createGate()];
    service.beforeBoleto = (asked) => {
      if (asked?.orderId !== orderId) return undefined;
      atBank.pass();
      return isCharging.passed;
    };
    service.beforeCharge = (owner) => {
      if (owner?.orderId !== orderId) return undefined;
      isCharging.pass();
      return isMade.passed;
    };
    const step = { orderId, where: 0.9, isPaid: false };
    orderIds.push(orderId);
    const making = run({ ...step, attemptId: 'crossed-boleto', act: 'boleto' });
    await atBank.passed;
    const old = instances.findIndex(({ isNew }) => !isNew) / instances.length;
    const paying = run({ ...step, attemptId: 'crossed-card', act: 'relay', where: old });
    assert.ok(await making);
    isMade.pass();
    await paying;
    assert.deepEqual(told.at(-1), { orderId, name: listTaken(orderId)[0] });
    for (const answer of await tryAtOld(orderId)) assertBusy(answer);
    await sweepLater();
    await checkBooks();
  });

  it('let 0.1.0 go on alone after the new ones, and lose nothing', async () => {
    for (const instance of instances.filter(({ isNew }) => isNew)) await end(instance);
    await Promise.all(Array.from({ length: 12 }, (_, index) => payOrder(planOrder(`back-${index}`))));
    for (const answer of await tryAtOld('boleto-0')) assertBusy(answer);
    const answers = await tryAtOld('paid-0');
    assert.deepEqual(
      answers.map(({ body }) => body.closed),
      ['paid', 'paid', 'paid'],
    );
    const ahead = await start(false, { aheadMs: BOLETO_LATER_MS });
    await sweep(ahead);
    await sweep(ahead);
    await end(ahead);
    await checkOrders(orderIds.filter((id) => id.startsWith('back-')));
    await sweepLater();
    await checkBooks();
    await checkOldRows();
  });
});
