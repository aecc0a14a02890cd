/** `docs/openapi` as documents: what they are by the meta-schema of OpenAPI 3.1, and what their examples and marks say. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { defaultProfile } from '../../src/client/profile/default-profile.ts';
import { profileSchema } from '../../src/client/profile/profile-schema.ts';
import { OpenApiDocument, openApiFiles } from './openapi-document.mjs';

/** Every object in a document, and where it is. */
function* walk(value, pointer = '') {
  if (typeof value !== 'object' || value === null) return;
  yield { value, pointer };
  for (const [name, part] of Object.entries(value)) yield* walk(part, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);
}

/** What a document marks as a setting of the profile, with its default. */
const listMarks = (data) => [...walk(data)].flatMap(({ value }) => Object.entries(value['x-balcao-profile'] ?? {}));

for (const [file, data] of Object.entries(openApiFiles)) {
  describe(`docs/openapi/${file}`, () => {
    const document = new OpenApiDocument(file);

    it('is a document of OpenAPI 3.1, and everything that it refers to is there', async () => {
      const validator = new Validator();
      if (file === 'shop.yaml') await validator.addSpecRef(structuredClone(openApiFiles['service.yaml']), 'service.yaml');
      assert.deepEqual(await validator.validate(structuredClone(data)), { valid: true });
    });

    it('has schemas that can be used, each for something', () => {
      const used = new Set(
        Object.values(openApiFiles).flatMap((other) => [...walk(other)].flatMap(({ value }) => value.$ref?.split('#')[1] ?? [])),
      );
      for (const name of Object.keys(data.components.schemas)) document.check(name, {});
      const unused = Object.entries(data.components)
        .filter(([kind]) => kind !== 'securitySchemes')
        .flatMap(([kind, parts]) => Object.keys(parts).map((name) => `/components/${kind}/${name}`))
        .filter((pointer) => !used.has(pointer));
      assert.deepEqual(unused, []);
    });

    it('has examples that are as its schemas say', () => {
      const found = [...walk(data)].filter(({ value }) => value.examples && value.schema);
      const wrong = found.flatMap(({ value: { examples }, pointer }) =>
        Object.entries(examples).flatMap(([name, { value }]) =>
          document.check(`${pointer}/schema`, value).map((problem) => `${pointer} ${name}: ${problem}`),
        ),
      );
      assert.deepEqual(wrong, []);
      assert.ok(found.length > 5, `only ${found.length} places have examples`);
    });

    it('says of each operation what it is, and shows each body that a page sends', () => {
      for (const { id, operation, pointer } of document.listOperations()) {
        assert.ok(id && operation.summary && operation.tags.length === 1, pointer);
        const { value } = document.resolve(`${pointer}/requestBody`);
        assert.ok(!operation.requestBody || value.content['application/json'].examples, pointer);
      }
      const ids = document.listOperations().map(({ id }) => id);
      assert.equal(new Set(ids).size, ids.length);
    });
  });
}

describe('what docs/openapi/service.yaml marks as a setting of the profile', () => {
  it('is every setting, and nothing else', () => {
    const marked = new Set(listMarks(openApiFiles['service.yaml']).map(([name]) => name));
    assert.deepEqual(marked, new Set(listSettings(profileSchema())));
  });

  it('has the default of the profile', () => {
    const readDefault = (name) => name.split('.').reduce((part, key) => part?.[key], defaultProfile) ?? UNSAID[name] ?? null;
    for (const [name, value] of listMarks(openApiFiles['service.yaml'])) assert.equal(value, readDefault(name), name);
  });

  it('stands at each operation that is guessed; the shop has those of which the documents have the name alone', () => {
    const { paths, webhooks, 'x-balcao-named': named } = openApiFiles['service.yaml'];
    const items = [...Object.values(paths), ...Object.values(webhooks)];
    const operations = items.flatMap((item) => Object.values(item)).filter((part) => 'operationId' in part);
    const guessed = operations.filter(({ 'x-balcao-basis': basis }) => basis === 'guessed');
    assert.deepEqual(
      operations.filter(({ 'x-balcao-basis': basis }) => basis !== 'guessed' && basis !== 'specified'),
      [],
    );
    const isSettled = (operation) => listMarks(operation).length > 0 || operation.description.includes('`readWebhook`');
    assert.deepEqual(
      guessed.filter((operation) => !isSettled(operation)),
      [],
    );
    assert.deepEqual(Object.keys(named), ['login', 'authentication token', 'boleto', 'business registration']);
  });

  it('names the paths of the document', () => {
    const { paths } = defaultProfile;
    const described = new OpenApiDocument('service.yaml').listOperations().map(({ path }) => path);
    for (const path of Object.values(paths)) assert.ok(described.includes(`/${path}`), path);
  });
});

/** Defaults that the default profile leaves out. */
const UNSAID = { tokenizeExpiration: 'as-given' };

/** The settings of a schema, with the names of those in an object. */
function listSettings(schema) {
  return Object.entries(schema.def.shape).flatMap(([name, { def }]) => {
    const { innerType } = def;
    return innerType?.def.type === 'object' ? listSettings(innerType).map((part) => `${name}.${part}`) : name;
  });
}
