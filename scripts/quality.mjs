/**
 * Prints what a shopper gets: what axe finds in the demo, how far anything in it jumps, and the bytes and the time until a field can be
 * typed into. Fails on anything that axe finds and on any jump. Times are ratios to a bare `<input>` of the same run, and never fail: a
 * busy machine makes them what they are. Needs `dist`.
 */
import { launchChromium } from './launch-chromium.mjs';
import { auditDemo } from './quality/demo-audit.mjs';
import { raceToFirstField } from './quality/first-field.mjs';

const browser = await launchChromium();

const { violations, shift, jumps, states } = await auditDemo(browser);
console.log(`axe violations: ${violations.length} in ${states} states`);
for (const line of violations) console.log(`  ${line}`);
console.log(`cumulative layout shift: ${Number(shift.toFixed(4))}, from load to the end of each payment`);
for (const line of jumps) console.log(`  ${line}`);

for (const [name, { ratio, before, overall }] of Object.entries(await raceToFirstField(browser))) {
  console.log(
    `${name}: ${before} bytes before the first field, ${overall} with a payment; first field in ${ratio.toFixed(1)} times a bare input`,
  );
}

await browser.close();
if (violations.length > 0 || jumps.length > 0) process.exitCode = 1;
