/**
 * Prints the quality for a shopper: axe's findings in the demo, its layout shifts, and the time and the cost until the first field can be
 * used, compared with a bare `<input>` and a bare Lit element. Fails on any finding of axe, on any layout shift, and on each number over
 * its limit in `bench/first-field/limits.mjs`. Needs `dist` and an otherwise idle machine.
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
