import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkLayers, findCircles, judgeFolders, judgeImport, judgeLength, listImports } from '../../scripts/layers.mjs';

describe('the layers', () => {
  it('keep their direction in every file of src, without circles and in small files and folders', () => {
    const { problems, imports } = checkLayers();
    assert.deepEqual(problems, []);
    assert.ok(imports > 100);
  });

  const forbidden = [
    ['domain/money.ts', '../client/http/send-request.js'],
    ['domain/money.ts', 'zod/mini'],
    ['client/cards/charge.ts', '../../flow/order/order-guard.js'],
    ['client/cards/charge.ts', 'ky'],
    ['channel/channel.ts', '../flow/listeners.js'],
    ['channel/channel.ts', 'lit'],
    ['client/service.ts', '../channel/channel.js'],
    ['frame/start-frame.ts', '../flow/order/order-guard.js'],
    ['elements/card-form/card-form.ts', '../../frame/start-frame.js'],
    ['flow/order/order-guard.ts', '../../client/payments-client.js'],
    ['flow/order/order-guard.ts', 'lit'],
    ['i18n/en.ts', '../elements/card-form/card-form.js'],
    ['controllers/settings/settings.ts', '../../elements/card-form/card-form.js'],
    ['controllers/card/card-fields-controller.ts', 'zod/mini'],
    ['elements/card-form/card-form.ts', '../../sandbox/index.js'],
    ['elements/card-form/card-form.ts', '../checkout/define.js'],
    ['elements/card-form/card-form.ts', 'zod/mini'],
    ['sandbox/service.ts', '../client/http/response-schemas.js'],
    ['sandbox/control.ts', '../bin/command.js'],
    ['client/service.ts', '../bin/command.js'],
    ['index.ts', './sandbox/index.js'],
    ['index.ts', './bin/balcao.js'],
    ['bin/run-program.ts', '../elements/checkout/checkout.js'],
    ['bin/run-program.ts', 'lit'],
    ['server/endpoints/token.ts', '../../flow/order/order-guard.js'],
    ['server/endpoints/token.ts', '../../controllers/settings/settings.js'],
    ['server/endpoints/token.ts', '../../sandbox/index.js'],
    ['server/endpoints/token.ts', 'node:http'],
    ['server/endpoints/token.ts', 'openid-client'],
    ['server/ledger/sql-ledger.ts', '@electric-sql/pglite'],
    ['server/ledger/sql-ledger.ts', 'node:fs'],
    ['server/ledger/postgres.ts', 'pg'],
    ['server/http/respond.ts', 'ky'],
    ['client/shop/read-order-status.ts', '../../server/index.js'],
    ['elements/card-form/card-form.ts', '../../server/index.js'],
    ['bin/run-program.ts', 'pg'],
    ['server/shop-server.ts', '../bin/command.js'],
    ['index.ts', './server/index.js'],
    ['fixtures/cards.ts', '../client/index.js'],
    ['fixtures/cards.ts', 'idb'],
    ['domain/card/brands.ts', '../../fixtures/index.js'],
    ['sandbox/service.ts', '../fixtures/index.js'],
    ['define.ts', './fixtures/index.js'],
    ['index.ts', './fixtures/index.js'],
    ['script/whole.ts', '../fixtures/index.js'],
    ['index.ts', './react/index.js'],
    ['elements/card-form/card-form.ts', 'react'],
    ['react/index.ts', '../define.js'],
    ['react/index.ts', 'lit'],
  ];
  for (const [file, specifier] of forbidden) {
    it(`refuse ${specifier} in ${file}, and say what is allowed`, () => {
      assert.match(judgeImport(file, specifier) ?? '', /may/);
    });
  }

  it('let zod check settings, and nothing else of the controllers', () => {
    assert.equal(judgeImport('controllers/settings/settings-checks.ts', 'zod/mini'), undefined);
    assert.match(
      judgeImport('controllers/payment/pay-order.ts', 'zod/mini') ?? '',
      /only client\/ and channel\/ and controllers\/settings\/ and server\/ may/,
    );
  });

  it('let the server have Node, a database and OAuth where each is needed, and nowhere else', () => {
    const allowed = [
      ['server/http/node-listener.ts', 'node:http'],
      ['server/http/node/read-request.ts', 'node:stream'],
      ['server/ledger/pglite.ts', '@electric-sql/pglite'],
      ['server/ledger/pglite-lock.ts', 'node:fs/promises'],
      ['server/tokens/oauth-tokens.ts', 'openid-client'],
      ['server/http/read-json.ts', 'zod/mini'],
      ['server/http/read-json.ts', '../../client/http/read-body.js'],
    ];
    for (const [file, specifier] of allowed) assert.equal(judgeImport(file, specifier), undefined, `${specifier} in ${file}`);
    assert.match(
      judgeImport('server/orders/open-attempt.ts', 'node:crypto') ?? '',
      /only server\/http\/node and server\/ledger\/pglite may/,
    );
  });

  it('see every kind of import', () => {
    const code = `import './a.js';\nimport { b } from './b.js';\nimport type { C } from './c.js';\nimport {\n  type D,\n} from './d.js';
export * from './e.js';\nexport type { F } from './f.js';\nconst g = await import('./g.js');\n// import './no.js';\n/* import './no.js' */`;
    assert.deepEqual(listImports(code), ['./a.js', './b.js', './c.js', './d.js', './e.js', './f.js', './g.js']);
  });

  it('name the files of a circle', () => {
    const imports = new Map([
      ['a.ts', ['b.ts']],
      ['b.ts', ['c.ts', 'd.ts']],
      ['c.ts', ['a.ts', 'b.ts']],
      ['d.ts', ['e.ts']],
      ['e.ts', []],
      ['f.ts', ['f.ts', 'e.ts']],
    ]);
    assert.deepEqual(findCircles(imports), [['a.ts', 'b.ts', 'c.ts'], ['f.ts']]);
    imports.set('b.ts', ['d.ts']).set('f.ts', ['e.ts']);
    assert.deepEqual(findCircles(imports), []);
  });

  it('refuse a file of more than 400 lines', () => {
    assert.equal(judgeLength('domain/money.ts', 'x\n'.repeat(400)), undefined);
    assert.match(judgeLength('domain/money.ts', 'x\n'.repeat(401)) ?? '', /domain\/money\.ts has 401 lines/);
  });

  it('refuse a folder of more than 20 files beside each other', () => {
    const files = Array.from({ length: 20 }, (_, index) => `flow/order/file-${index}.ts`);
    assert.deepEqual(judgeFolders([...files, 'flow/pix/one.ts']), []);
    assert.match(judgeFolders([...files, 'flow/order/one-more.ts']).join(), /flow\/order has 21 \.ts files/);
  });
});
