/** The workflows and templates of `.github`: what they are by GitHub's own rules, and whether what they name is there. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { NoOperationTraceWriter, convertWorkflowTemplate, parseWorkflow } from '@actions/workflow-parser';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { root } from './packed.mjs';

const read = (path) => readFileSync(join(root, path), 'utf8');
const listFiles = (folder) => readdirSync(join(root, folder)).map((file) => `${folder}/${file}`);
const manifest = JSON.parse(read('package.json'));

const workflows = listFiles('.github/workflows');
const forms = listFiles('.github/ISSUE_TEMPLATE').filter((file) => !file.endsWith('/config.yml'));

/** The jobs of a workflow, by name. */
const listJobs = (file) => Object.entries(parse(read(file)).jobs);
const listSteps = (file) => listJobs(file).flatMap(([, { steps = [] }]) => steps);

/** The command of the one step of a release that holds a text. */
function findCommand(text) {
  const found = listSteps('.github/workflows/release.yml').filter(({ run }) => run?.includes(text));
  assert.equal(found.length, 1, `steps with ${text}`);
  return found[0].run;
}

/** Runs a step's command as a runner does. */
const runCommand = (command, { cwd = root, env }) =>
  spawnSync('sh', ['-e', '-c', command], { cwd, env: { ...process.env, ...env }, encoding: 'utf8' });

describe('the workflows', () => {
  /** What GitHub's own parser finds wrong, by the schema that GitHub publishes with it. */
  async function listErrors(name, content) {
    const { context, value } = parseWorkflow({ name, content }, new NoOperationTraceWriter());
    if (value) await convertWorkflowTemplate(context, value);
    return context.errors.getErrors().map(({ message }) => message);
  }

  for (const file of workflows) {
    it(`are workflows for GitHub: ${file}`, async () => {
      assert.deepEqual(await listErrors(file, read(file)), []);
    });
  }

  it('would not be, with a wrong key, a job that there is not, or an unknown context', async () => {
    const release = read('.github/workflows/release.yml');
    const wrong = [
      ['timeout-minutes', 'timeout'],
      ['needs: pack', 'needs: packed'],
      ['github.token', 'githubb.token'],
      ['id-token: write', 'id-token: admin'],
    ];
    for (const [text, other] of wrong) assert.notDeepEqual(await listErrors('release.yml', release.replace(text, other)), [], other);
  });

  it('run only what is there', () => {
    for (const file of workflows) {
      for (const { run = '' } of listSteps(file)) {
        for (const [, script] of run.matchAll(/npm run ([\w:-]+)/g)) assert.ok(script in manifest.scripts, `${file}: npm run ${script}`);
        if (run.startsWith('.')) assert.ok(existsSync(join(root, run)), `${file}: ${run}`);
      }
      for (const [name, { uses }] of listJobs(file)) assert.ok(!uses || existsSync(join(root, uses)), `${file}: ${name}`);
    }
    assert.ok(existsSync(join(root, 'CHANGELOG.md')) && './dist/integrity.json' in manifest.exports);
  });

  it('use actions at a commit, with its version beside it', () => {
    const uses = workflows.flatMap((file) => [...read(file).matchAll(/- uses: (.*)$/gm)].map(([, action]) => action));
    assert.ok(uses.length > 5);
    for (const action of uses) assert.match(action, /^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it('may do no more than they must', () => {
    const writes = workflows.flatMap((file) =>
      [['all', parse(read(file))], ...listJobs(file)].flatMap(([name, { permissions = {} }]) =>
        Object.entries(permissions).flatMap(([what, level]) =>
          level === 'read' ? [] : `${file.split('/').at(-1)} ${name}: ${what} ${level}`,
        ),
      ),
    );
    assert.deepEqual(writes, ['release.yml publish: id-token write', 'release.yml release: contents write']);
    for (const file of workflows) assert.ok(parse(read(file)).permissions, `${file} has the permissions of the repository`);
  });
});

describe('a release', () => {
  it('stops where the tag is not the version', () => {
    const command = findCommand('GITHUB_REF_NAME" =');
    const tags = { [`v${manifest.version}`]: 0, [manifest.version]: 1, 'v99.0.0': 1 };
    for (const [tag, status] of Object.entries(tags))
      assert.equal(runCommand(command, { env: { GITHUB_REF_NAME: tag } }).status, status, tag);
  });

  it('names the repository that its provenance is of', () => {
    const folder = mkdtempSync(join(tmpdir(), 'balcao-release-'));
    try {
      copyFileSync(join(root, 'package.json'), join(folder, 'package.json'));
      const env = { GITHUB_SERVER_URL: 'https://github.com', GITHUB_REPOSITORY: 'someone/balcao' };
      const { status, stderr } = runCommand(findCommand('npm pkg set'), { cwd: folder, env });
      assert.equal(status, 0, stderr);
      const { repository, ...others } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      assert.deepEqual(repository, { type: 'git', url: 'git+https://github.com/someone/balcao.git' });
      assert.deepEqual(others, manifest);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('publishes what was tried, after every test, and no more than once at a time', () => {
    const jobs = Object.fromEntries(listJobs('.github/workflows/release.yml'));
    assert.deepEqual(
      Object.entries(jobs).map(([name, { needs }]) => [name, needs]),
      [
        ['version', undefined],
        ['check', 'version'],
        ['pack', 'check'],
        ['publish', 'pack'],
        ['release', 'publish'],
      ],
    );
    const commands = jobs.pack.steps.map(({ run }) => run);
    assert.ok(commands.indexOf('npm run release:check') < commands.indexOf('npm pack'));
    const publish = findCommand('npm publish');
    for (const option of ['./balcao-*.tgz', '--provenance', '--access public', '--ignore-scripts'])
      assert.ok(publish.includes(option), option);
    assert.ok(!jobs.publish.steps.some(({ uses = '' }) => uses.includes('checkout')), 'no code of the repository runs with the identity');
    assert.equal(parse(read('.github/workflows/release.yml')).concurrency['cancel-in-progress'], false);
    assert.deepEqual(parse(read('.github/workflows/ci.yml')).jobs.check.steps.at(-1), { run: '.ci/run' });
  });
});

const text = { type: 'string', minLength: 1 };
const id = { type: 'string', pattern: '^[\\w-]+$' };
const required = { type: 'object', properties: { required: { type: 'boolean' } }, additionalProperties: false };

/** An element of an issue form, as GitHub's documentation of the syntax for issue forms describes it. */
function elementOf(type, attributes, needed) {
  const isAsked = type !== 'markdown';
  return {
    type: 'object',
    properties: {
      type: { const: type },
      attributes: { type: 'object', properties: attributes, required: needed, additionalProperties: false },
      ...(isAsked && { id }),
      ...(isAsked && type !== 'checkboxes' && { validations: required }),
    },
    required: ['type', 'attributes', ...(isAsked ? ['id'] : [])],
    additionalProperties: false,
  };
}

const asked = { label: text, description: text };
const box = {
  type: 'object',
  properties: { label: text, required: { type: 'boolean' } },
  required: ['label'],
  additionalProperties: false,
};
const FORM = {
  type: 'object',
  properties: {
    name: text,
    description: text,
    labels: { type: 'array', items: text, uniqueItems: true },
    body: {
      type: 'array',
      items: {
        oneOf: [
          elementOf('markdown', { value: text }, ['value']),
          elementOf('textarea', { ...asked, placeholder: text, value: text, render: text }, ['label']),
          elementOf('input', { ...asked, placeholder: text, value: text }, ['label']),
          elementOf(
            'dropdown',
            { ...asked, multiple: { type: 'boolean' }, options: { type: 'array', items: text, minItems: 1, uniqueItems: true } },
            ['label', 'options'],
          ),
          elementOf('checkboxes', { ...asked, options: { type: 'array', items: box, minItems: 1 } }, ['label', 'options']),
        ],
      },
      minItems: 1,
    },
  },
  required: ['name', 'description', 'body'],
  additionalProperties: false,
};

describe('the templates', () => {
  const isForm = new Ajv2020({ allErrors: true }).compile(FORM);

  for (const file of forms) {
    it(`are forms for GitHub, and ask for no secret: ${file}`, () => {
      const form = parse(read(file));
      assert.equal(isForm(form), true, JSON.stringify(isForm.errors, undefined, 1));
      const ids = form.body.flatMap((element) => element.id ?? []);
      assert.equal(new Set(ids).size, ids.length, 'an id is used twice');
      assert.match(JSON.stringify(form), /card number/);
    });
  }

  it('ask of a bug for the version, the engine and what diagnose() says', () => {
    const { body } = parse(read('.github/ISSUE_TEMPLATE/bug.yml'));
    const needed = body.filter(({ validations }) => validations?.required).map((element) => element.id);
    for (const name of ['version', 'engine', 'browser', 'diagnosis']) assert.ok(needed.includes(name), name);
    assert.match(body.find((element) => element.id === 'diagnosis').attributes.description, /Balcao\.diagnose\(\)/);
  });

  it('leave no issue without a form, and send a weakness to where it is private', () => {
    assert.deepEqual(parse(read('.github/ISSUE_TEMPLATE/config.yml')), { blank_issues_enabled: false });
    assert.match(read('.github/ISSUE_TEMPLATE/bug.yml'), /weakness is reported privately.*SECURITY\.md/);
  });

  it('name documents and headings that there are', () => {
    for (const file of [...forms, '.github/pull_request_template.md']) {
      for (const [, path, anchor] of read(file).matchAll(/\]\(\.\.\/blob\/main\/([^)#]+)(?:#([\w-]+))?\)/g)) {
        const headings = [...read(path).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading.toLowerCase().replaceAll(' ', '-'));
        assert.ok(anchor === undefined || headings.includes(anchor), `${file}: ${path}#${anchor}`);
      }
      for (const [, script] of read(file).matchAll(/`npm run ([\w:-]+)`/g)) assert.ok(script in manifest.scripts, script);
    }
  });
});
