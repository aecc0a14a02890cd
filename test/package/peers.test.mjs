/** The bench of others (`npm run bench:peers`): what can be held without the network. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { OFFLINE_MESSAGE, listPins } from '../../bench/peers/install.mjs';
import { PEERS } from '../../bench/peers/pages.mjs';
import { formatReport } from '../../bench/peers/report.mjs';
import { listSizes } from '../../scripts/documented-sizes.mjs';
import { readDocument } from './documents.mjs';
import { root } from './packed.mjs';

const readJson = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));
const page = readDocument('docs/peers.md');

const ROWS = {
  bare: { slowMs: 1200, fieldBytes: 72, fieldRequests: 1, firstHeapKiB: 0, payBytes: 72, payRequests: 1, cpuMs: 0, heapKiB: 0 },
  lit: { slowMs: 1250, fieldBytes: 5609, fieldRequests: 1, firstHeapKiB: 94, payBytes: 5609, payRequests: 1, cpuMs: 4, heapKiB: 95 },
  'balcao.min.js': { slowMs: 1350, fieldBytes: 16_717, fieldRequests: 1, firstHeapKiB: 395, payBytes: 85_236, payRequests: 2, cpuMs: 50, heapKiB: 1218 },
  'adyen-card': { slowMs: 2500, fieldBytes: 105_530, fieldRequests: 16, firstHeapKiB: 1057, payBytes: 105_595, payRequests: 17, cpuMs: 200, heapKiB: 1060 },
}; // prettier-ignore

const REPORT = `Measured on 2026-11-26 on 2 cores, Node 20. Medians of 9 rounds; load average 0.4.

Until the field takes keys, on slow 4G and a processor four times slower:

| page                    |    ms | over Lit | over Balcão |   bytes | requests | heap, KiB |
| ----------------------- | ----: | -------: | ----------: | ------: | -------: | --------: |
| a bare \`<input>\`        | 1,200 |     0.96 |        0.89 |      72 |        1 |         0 |
| a bare Lit element      | 1,250 |     1.00 |        0.93 |   5,609 |        1 |        94 |
| Balcão, \`balcao.min.js\` | 1,350 |     1.08 |        1.00 |  16,717 |        1 |       395 |
| Adyen's card            | 2,500 |     2.00 |        1.85 | 105,530 |       16 |     1,057 |

When the page is quiet and nobody has touched it, on a quick connection and processor:

| page                    |   bytes | requests | CPU, ms | over Lit | over Balcão | heap, KiB |
| ----------------------- | ------: | -------: | ------: | -------: | ----------: | --------: |
| a bare \`<input>\`        |      72 |        1 |     0.0 |      0.0 |        0.00 |         0 |
| a bare Lit element      |   5,609 |        1 |     4.0 |      1.0 |        0.08 |        95 |
| Balcão, \`balcao.min.js\` |  85,236 |        2 |    50.0 |     12.5 |        1.00 |     1,218 |
| Adyen's card            | 105,595 |       17 |   200.0 |     50.0 |        4.00 |     1,060 |

| package            | version | licence |
| ------------------ | ------- | ------- |
| \`@adyen/adyen-web\` | 6.45.2  | MIT     |`;

describe('the bench of others', () => {
  it('prints a table of what comes before the field, one of the quiet page, and the versions', () => {
    const run = { date: new Date('2026-11-26T12:00:00Z'), machine: 'Node 20', cores: 2, load: 0.42, rounds: 9 };
    const packages = [{ name: '@adyen/adyen-web', version: '6.45.2', license: 'MIT' }];
    assert.equal(formatReport(ROWS, { ...run, packages }), REPORT);
    const busy = formatReport(ROWS, { ...run, load: 15.4, packages });
    assert.match(busy, /load average 15\.4\. The machine was busy with other things: the times flatter the lighter pages\.$/m);
  });

  it('pins a version and a hash of each package that it installs', () => {
    const { dependencies } = readJson('bench/peers/package.json');
    assert.deepEqual(Object.fromEntries(listPins().map(({ name, version }) => [name, version])), dependencies);
    const { '': _, ...packages } = readJson('bench/peers/package-lock.json').packages;
    const unpinned = Object.keys(packages).filter((path) => !/^\d+\.\d+\.\d+$/.test(packages[path].version) || !packages[path].integrity);
    assert.deepEqual(unpinned, []);
  });

  it('makes none of them a dependency of the package', () => {
    const locked = Object.keys(readJson('package-lock.json').packages);
    assert.deepEqual(
      listPins().filter(({ name }) => locked.includes(`node_modules/${name}`)),
      [],
    );
  });

  it('has a page in the documents with each version and licence, a row for each page, and a date', () => {
    for (const { name, version, license } of listPins())
      assert.match(page, new RegExp(`^\\| \`${name}\` +\\| ${version} +\\| ${license} +\\|$`, 'm'));
    for (const { title } of PEERS) assert.equal(page.match(new RegExp(`^\\| ${title} +\\|`, 'gm'))?.length, 2, title);
    assert.match(page, /^Measured on \d{4}-\d{2}-\d{2} on /m);
  });

  it('gives its bytes to documents that name them behind a mark', () => {
    const cellsOf = (title) => [...page.matchAll(new RegExp(`^\\| ${title} +\\|(.+)$`, 'gm'))].map(([, cells]) => cells.split('|'));
    const read = (text) => Number(text.replace(',', ''));
    for (const title of PEERS.map((peer) => peer.title)) {
      const [first, all] = cellsOf(title);
      const sizes = listSizes(`<!-- peer of ${title}, before the field -->1,000 <!-- peer of ${title}, in all -->2,000`);
      assert.deepEqual(
        sizes.map(({ written, actual }) => [written, actual]),
        [
          [1000, read(first[3])],
          [2000, read(all[0])],
        ],
      );
    }
    assert.throws(() => listSizes('<!-- peer of Nobody, in all -->1,000'), /has no bytes of Nobody, in all/);
  });

  describe('without the registry', () => {
    let cache;
    before(() => (cache = mkdtempSync(join(tmpdir(), 'balcao-npm-'))));
    after(() => rmSync(cache, { recursive: true, force: true }));

    it('ends with one clear sentence', () => {
      const env = { ...process.env, npm_config_registry: 'http://127.0.0.1:9/', npm_config_cache: cache };
      const { status, stdout, stderr } = spawnSync(process.execPath, ['bench/peers.mjs'], { cwd: root, env, encoding: 'utf8' });
      assert.deepEqual([status, stdout, stderr.trim().split('\n').slice(1)], [1, '', [OFFLINE_MESSAGE]]);
    });
  });
});
