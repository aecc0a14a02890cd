import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkLayers, judgeImport, listImports } from '../../scripts/layers.mjs';

describe('the layers', () => {
  it('keep their direction in every file of src', () => {
    const { problems, imports } = checkLayers();
    assert.deepEqual(problems, []);
    assert.ok(imports > 100);
  });

  const forbidden = [
    ['domain/money.ts', '../client/http/send-request.js'],
    ['domain/money.ts', 'zod/mini'],
    ['client/cards/charge.ts', '../../flow/order/order-guard.js'],
    ['flow/order/order-guard.ts', '../../client/payments-client.js'],
    ['flow/order/order-guard.ts', 'lit'],
    ['i18n/en.ts', '../elements/card-form/card-form.js'],
    ['controllers/settings/settings.ts', '../../elements/card-form/card-form.js'],
    ['elements/card-form/card-form.ts', '../../sandbox/index.js'],
    ['elements/card-form/card-form.ts', '../checkout/define.js'],
    ['elements/card-form/card-form.ts', 'zod/mini'],
    ['sandbox/service.ts', '../client/schemas.js'],
    ['index.ts', './sandbox/index.js'],
  ];
  for (const [file, specifier] of forbidden) {
    it(`refuse ${specifier} in ${file}, and say what is allowed`, () => {
      assert.match(judgeImport(file, { specifier, isType: false }) ?? '', /may/);
    });
  }

  it('let flow have types of client', () => {
    const specifier = '../../client/payments-client.js';
    assert.equal(judgeImport('flow/order/order-guard.ts', { specifier, isType: true }), undefined);
  });

  it('see every kind of import', () => {
    const code = `import './a.js';\nimport { b } from './b.js';\nimport type { C } from './c.js';\nimport {\n  type D,\n} from './d.js';
export * from './e.js';\nexport type { F } from './f.js';\nconst g = await import('./g.js');\n// import './no.js';\n/* import './no.js' */`;
    assert.deepEqual(
      listImports(code).map(({ specifier, isType }) => `${specifier} ${isType}`),
      ['./a.js false', './b.js false', './c.js true', './d.js true', './e.js false', './f.js true', './g.js false'],
    );
  });
});
