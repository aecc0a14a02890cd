/** The days of a boleto are those of Brasília, wherever the device is and whatever its zone does with its clocks. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { BANKS, buildBoleto } from '../domain/boleto/boleto-digits.ts';
import { root } from './packed.mjs';

/** The first and the last zone, and zones whose clocks are put ahead or back at midnight. Each has a process: a device stays in its zone. */
const ZONES = ['America/Sao_Paulo', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Africa/Cairo', 'Asia/Beirut'];

/** Due dates, and when they and their money end: a weekend, Carnival, and days on which some zone puts its clocks. */
const DAYS = {
  '2026-12-05': ['2026-12-08T03:00:00.000Z', '2026-12-11T03:00:00.000Z'],
  '2027-02-08': ['2027-02-11T03:00:00.000Z', '2027-02-16T03:00:00.000Z'],
  '2027-03-28': ['2027-03-30T03:00:00.000Z', '2027-04-02T03:00:00.000Z'],
  '2027-04-30': ['2027-05-01T03:00:00.000Z', '2027-05-06T03:00:00.000Z'],
};

const LINES = Object.fromEntries(
  Object.keys(DAYS).map((dueDate) => [dueDate, buildBoleto({ ...BANKS[0], amountCents: 149_90, dueDate }).line]),
);

const PROGRAM = `
  import { getClearingEnd, getDay, getPayableEnd } from './src/domain/boleto/banking-days.ts';
  import { parseBoleto } from './src/domain/boleto/boleto.ts';
  const toText = (end) => new Date(end).toISOString();
  const days = Object.entries(${JSON.stringify(LINES)}).map(([dueDate, line]) => {
    const parsed = parseBoleto(line, dueDate);
    return [parsed.ok && parsed.boleto.dueDate, [toText(getPayableEnd(dueDate)), toText(getClearingEnd(dueDate))]];
  });
  const midnight = Date.parse('2026-12-08T03:00Z');
  console.log(JSON.stringify({ offset: new Date(midnight).getTimezoneOffset(), days, today: [getDay(midnight - 1), getDay(midnight)] }));
`;

async function run(TZ) {
  const args = ['--import', 'tsx', '--input-type=module', '-e', PROGRAM];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, env: { ...process.env, TZ } });
  return JSON.parse(stdout);
}

describe('the days of a boleto', { concurrency: 2 }, () => {
  for (const [index, zone] of ZONES.entries()) {
    it(`are the same in ${zone}`, async () => {
      const { offset, days, today } = await run(zone);
      assert.equal(offset, [180, -840, 660, -120, -120][index], 'the device is there');
      assert.deepEqual(Object.fromEntries(days), DAYS);
      assert.deepEqual(today, ['2026-12-07', '2026-12-08']);
    });
  }
});
