/**
 * Prints the quality for a shopper: axe's findings in the demo, its layout shifts, every state of the checkout in every kind of page that shops
 * have (15 minutes), the shifts of a slow page, and the time and the cost until the first field can be
 * used, compared with a bare `<input>` and a bare Lit element; then what the shop's server takes, compared with its ledger in memory. Fails on
 * any finding, on any layout shift of the demo, on a sum of shifts over 0.01, and on each number over its limit in `bench/first-field/limits.mjs` and `bench/server/limits.mjs`.
 * Needs `dist` and an otherwise idle machine; without PostgreSQL the server is left out, and it says so.
 */
import { raceToFirstField } from '../bench/first-field.mjs';
import { benchServer } from '../bench/server.mjs';
import { launchChromium } from './launch-chromium.mjs';
import { hasPostgres, NO_POSTGRES } from './postgres.mjs';
import { auditDemo } from './quality/demo-audit.mjs';
import { auditPages } from './quality/page-audit.mjs';
import { auditShifts } from './quality/shift-audit.mjs';

/** The largest sum of the layout shifts of a step: a tenth of what Core Web Vitals call good. */
const MOST_SHIFT = 0.01;

const browser = await launchChromium();

const { violations, shift, jumps, states } = await auditDemo(browser);
console.log(`axe violations: ${violations.length} in ${states} states`);
for (const line of violations) console.log(`  ${line}`);
console.log(`cumulative layout shift: ${Number(shift.toFixed(4))}, from load to the end of each payment`);
for (const line of jumps) console.log(`  ${line}`);

const pages = await auditPages(browser);
console.log(`\n${pages.table}\n`);
for (const line of pages.findings) console.log(`  ${line}`);

const slow = await auditShifts(browser);
console.log(`\nlayout shifts where every response takes its time\n\n${slow.table}\n`);
for (const line of slow.moved) console.log(`  ${line}`);

const { table, excess } = await raceToFirstField(browser);
console.log(`\n${table}\n`);
for (const line of excess) console.log(`  ${line}`);

await browser.close();

const server = hasPostgres() ? await benchServer() : { table: NO_POSTGRES, excess: [] };
console.log(`\n${server.table}\n`);
for (const line of server.excess) console.log(`  ${line}`);

const isBad = pages.findings.length > 0 || slow.most > MOST_SHIFT;
if (isBad || violations.length > 0 || jumps.length > 0 || excess.length > 0 || server.excess.length > 0) process.exitCode = 1;
