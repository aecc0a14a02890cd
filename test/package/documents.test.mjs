import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { parse } from 'acorn';
import { GENERATED } from '../../scripts/api-docs.mjs';
import { createAnchor, documents, listSnippets, listTableNames, listTags, readDocument } from './documents.mjs';
import { root } from './packed.mjs';

const readJson = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));
const elements = readJson('dist/custom-elements.json')
  .modules.flatMap(({ declarations }) => declarations ?? [])
  .filter(({ tagName }) => tagName);

/** The names of one kind of thing, over all elements. */
const collect = (kind) => new Set(elements.flatMap((element) => (element[kind] ?? []).map(({ name }) => name)));

const tags = new Set(elements.map(({ tagName }) => tagName));
const attributes = collect('attributes');
const events = collect('events');
const parts = collect('cssParts');
const members = collect('members');
const styles = readdirSync(join(root, 'src/elements'), { recursive: true })
  .map(String)
  .filter((file) => file.endsWith('.styles.ts'))
  .map((file) => readFileSync(join(root, 'src/elements', file), 'utf8'));
const customProperties = new Set([...collect('cssProperties'), ...(styles.join('').match(/--balcao-[a-z-]+/g) ?? [])]);

/** What any element of HTML has. */
const GLOBAL_ATTRIBUTES = ['id', 'class', 'lang', 'slot', 'hidden'];

/** Names that frameworks write in their own way: what is meant, and by which name. */
function readName(name) {
  const [, angularEvent, vueEvent, listener] = /^\((.+)\)$|^@(.+)$|^on(balcao-.+)$/.exec(name) ?? [];
  const event = angularEvent ?? vueEvent ?? listener;
  if (event) return { kind: 'event', name: event };
  const [, angularAttribute, angularProperty, vueProperty, vueAttribute] =
    /^\[attr\.(.+)\]$|^\[(.+)\]$|^:(.+)\.prop$|^:(.+)$/.exec(name) ?? [];
  const property = angularProperty ?? vueProperty;
  return property ? { kind: 'property', name: property } : { kind: 'attribute', name: angularAttribute ?? vueAttribute ?? name };
}

function isKnown({ kind, name }) {
  if (kind === 'event') return events.has(name);
  return members.has(name) || (kind === 'attribute' && (attributes.has(name) || GLOBAL_ATTRIBUTES.includes(name)));
}

const hasAnchor = (file, anchor) => [...readDocument(file).matchAll(/^#+ (.+)$/gm)].some(([, heading]) => createAnchor(heading) === anchor);

/** To look things up in. */
const REFERENCE = 'docs/api.md';

/** Lines of a page that somebody reads in one go. */
const LINES = 250;

/** Decisions have a form of their own. */
const isPage = (file) => file.startsWith('docs/') && !file.startsWith('docs/decisions/');

for (const file of documents) {
  describe(file, () => {
    const text = readDocument(file);

    if (isPage(file)) {
      it('begins with its title, and a paragraph that says what it is for', () => {
        assert.match(text, /^# \S.*\n\n[\p{L}*`[][^\n]{40,}/u);
      });
    }

    if (isPage(file) && !(file in GENERATED)) {
      it(`has no more than ${LINES} lines`, () => {
        assert.ok(text.split('\n').length - 1 <= LINES, `${text.split('\n').length - 1} lines`);
      });
    }

    it('gives elements only what the manifest knows', () => {
      const found = listSnippets(file).flatMap(({ code }) => listTags(code));
      const unknown = found.flatMap(({ tag, names }) => names.filter((name) => !isKnown(readName(name))).map((name) => `${tag} ${name}`));
      assert.deepEqual(unknown, []);
    });

    it('names only events, elements and custom properties that there are', () => {
      const names = text.match(/(?<![-\w/.#])balcao-[a-z]+(?:-[a-z]+)*(?![\w*-])/g) ?? [];
      assert.deepEqual(
        names.filter((name) => !events.has(name) && !tags.has(name)),
        [],
      );
      const properties = text.match(/--balcao-[a-z]+(?:-[a-z]+)*/g) ?? [];
      assert.deepEqual(
        properties.filter((name) => !customProperties.has(name)),
        [],
      );
      const named = [...listTableNames(file, 'part'), ...[...text.matchAll(/::part\(([\w-]+)\)/g)].map(([, name]) => name)];
      assert.deepEqual(
        named.filter((name) => !parts.has(name)),
        [],
      );
    });

    it('links to what there is', () => {
      const links = [...text.matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)];
      const broken = links.filter(([, path, anchor]) => {
        const target = path ? join(dirname(file), path) : file;
        return !existsSync(join(root, target)) || (anchor !== undefined && !hasAnchor(target, anchor));
      });
      assert.deepEqual(
        broken.map(([link]) => link),
        [],
      );
    });

    it('names only npm scripts that there are', () => {
      const { scripts } = readJson('package.json');
      const names = [...text.matchAll(/npm (?:run ([a-z:]+)|(start|test)\b)/g)].map(([, name, short]) => name ?? short);
      assert.deepEqual(
        names.filter((name) => !(name in scripts)),
        [],
      );
    });

    it('names only tests that there are', () => {
      const paths = [...text.matchAll(/`(test\/[\w./-]+)`/g)].map(([, path]) => path);
      assert.deepEqual(
        paths.filter((path) => !existsSync(join(root, path))),
        [],
      );
    });

    it('imports only names that there are, in code that parses', async () => {
      for (const { code } of listSnippets(file).filter(({ language }) => language === 'js')) {
        for (const [, names, entry] of code.matchAll(/import \{([^}]+)\} from 'balcao(\/[\w/]+)?'/g)) {
          const module = await import(join(root, readJson('package.json').exports[`.${entry ?? ''}`].default));
          for (const name of names.split(',')) assert.ok(name.trim() in module, `${name} of balcao${entry ?? ''}`);
        }
        parse(code, { ecmaVersion: 'latest', sourceType: 'module' });
      }
      if (!text.includes('Balcao.')) return;
      // The script-tag files are for browsers, where `script-tag.test.mjs` holds that the global has all of these.
      const names = await import(join(root, 'dist/index.js'));
      for (const [, name] of text.matchAll(/(?<!\w)Balcao\.(\w+)/g)) assert.ok(name in names, `Balcao.${name}`);
    });
  });
}

/** Names as a table writes them, without signs, calls and values. */
const withoutSigns = (names) => new Set(names.map((name) => name.replaceAll(/[<>]|\(.*$/g, '')));

describe('the lists of documents', () => {
  /** The pages that a list links to. */
  const listLinked = (list) =>
    [...readDocument(list).matchAll(/\]\((?!https?:)([^)#\s]+\.md)(?:#[^)\s]+)?\)/g)].map(([, path]) => join(dirname(list), path));

  /** The pages of a folder, but its list. */
  const listPages = (folder) => documents.filter((file) => dirname(file) === folder && !file.endsWith('/README.md'));

  for (const [list, folder] of [
    ['docs/README.md', 'docs'],
    ['docs/recipes/README.md', 'docs/recipes'],
    ['docs/pt-BR/recipes/README.md', 'docs/pt-BR/recipes'],
  ]) {
    it(`${list} has every page of its folder`, () => {
      const linked = listLinked(list);
      assert.deepEqual(
        listPages(folder).filter((page) => !linked.includes(page)),
        [],
      );
    });
  }
});

describe('the tables of the API', () => {
  const covered = (heading) => withoutSigns(listTableNames(REFERENCE, heading));

  it('have every attribute, event, part and custom property, and no other', () => {
    assert.deepEqual(covered('attribute'), attributes);
    assert.deepEqual(covered('event'), events);
    assert.deepEqual(covered('part'), parts);
    assert.deepEqual(covered('custom property'), customProperties);
  });

  it('have every method and property that the manifest has for pages', () => {
    const named = new Set([...covered('method'), ...covered('property'), ...listTableNames(REFERENCE, 'attribute', 2)]);
    const isForPages = ({ name, privacy = 'public', static: isStatic }) =>
      privacy === 'public' && !isStatic && !/^form\w+Callback$/.test(name);
    const missing = elements.flatMap((element) => element.members.filter((member) => isForPages(member) && !named.has(member.name)));
    assert.deepEqual(
      missing.map(({ name }) => name),
      [],
    );
  });
});

describe('the generated documents', () => {
  for (const [file, create] of Object.entries(GENERATED)) {
    it(`${file} is what its sources say: else run node scripts/api-docs.mjs`, async () => {
      assert.equal(readDocument(file), await create());
    });
  }
});

describe('the tables of all documents', () => {
  const covered = (heading) => withoutSigns(documents.flatMap((file) => listTableNames(file, heading)));
  const listUnknown = (heading, known) => [...covered(heading)].filter((name) => !known.has(name));

  it('name elements, attributes, events, methods and properties that there are', () => {
    assert.deepEqual(withoutSigns(listTableNames('docs/in-your-page.md', 'element')), tags);
    assert.deepEqual(listUnknown('attribute', new Set([...attributes, 'lang'])), []);
    assert.deepEqual(listUnknown('event', events), []);
    assert.deepEqual(listUnknown('method', members), []);
    assert.deepEqual(listUnknown('property', members), []);
  });
});

describe('the tables of docs/accessibility.md', () => {
  /** The criteria of a page, each with its level, of which AA is marked, and the tests that hold it. */
  const listCriteria = (file) =>
    [...readDocument(file).matchAll(/^\| (\d\.\d\.\d+) ([^|]*?) +\|(.*)$/gm)].map(([, number, name, rest]) => ({
      number,
      level: name.endsWith(' (AA)') ? 'AA' : 'A',
      tests: rest.match(/test\/[\w./-]+/g) ?? [],
    }));

  it('have each criterion of WCAG 2.2 once, 31 of level A and 24 of level AA', () => {
    const criteria = listCriteria('docs/accessibility.md');
    assert.equal(new Set(criteria.map(({ number }) => number)).size, criteria.length);
    const count = (wanted) => criteria.filter(({ level }) => level === wanted).length;
    assert.deepEqual([count('A'), count('AA')], [31, 24]);
  });

  it('name the same tests in Portuguese', () => {
    assert.deepEqual(listCriteria('docs/pt-BR/accessibility.md'), listCriteria('docs/accessibility.md'));
  });
});

describe('the messages of docs/isolated-frame.md', () => {
  const listTypes = (file) =>
    [...readFileSync(join(root, 'src/channel', file), 'utf8').matchAll(/type: z\.literal\('([\w-]+)'\)/g)].map(([, type]) => type);

  for (const [heading, file] of [
    ['message to the page', 'frame-message.ts'],
    ['message to the frame', 'page-message.ts'],
  ]) {
    it(`are all that there are: ${heading}`, () => {
      assert.deepEqual(listTableNames('docs/isolated-frame.md', heading).sort(), listTypes(file).sort());
    });
  }
});
