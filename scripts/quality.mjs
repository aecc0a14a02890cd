/**
 * Prints what a shopper gets: what axe finds in the demo, how far anything in it jumps, and how soon the first field can be used and what it
 * costs, beside a bare `<input>` and a bare Lit element. Fails on anything that axe finds, on any jump and on each number over its limit in
 * `bench/first-field/limits.mjs`. Needs `dist`, and a machine that does nothing else meanwhile.
 */
import { raceToFirstField } from '../bench/first-field.mjs';
import { launchChromium } from './launch-chromium.mjs';
import { auditDemo } from './quality/demo-audit.mjs';

const browser = await launchChromium();

const { violations, shift, jumps, states } = await auditDemo(browser);
console.log(`axe violations: ${violations.length} in ${states} states`);
for (const line of violations) console.log(`  ${line}`);
console.log(`cumulative layout shift: ${Number(shift.toFixed(4))}, from load to the end of each payment`);
for (const line of jumps) console.log(`  ${line}`);

const { table, excess } = await raceToFirstField(browser);
console.log(`\n${table}\n`);
for (const line of excess) console.log(`  ${line}`);

await browser.close();
if (violations.length > 0 || jumps.length > 0 || excess.length > 0) process.exitCode = 1;
