import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findSnippet } from '../package/documents.mjs';
import { root } from '../package/packed.mjs';

const INSTALL_LIMIT_MS = 15 * 60_000;
const BUILD_LIMIT_MS = 10 * 60_000;

/** Where the projects are installed: a folder of this run, or the one that `CONSUMERS_FOLDER` keeps. */
export function openFolder() {
  const kept = process.env.CONSUMERS_FOLDER;
  if (kept) mkdirSync(kept, { recursive: true });
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'balcao-consumers-'));
  return { folder, close: () => kept ?? rmSync(folder, { recursive: true, force: true }) };
}

/**
 * Copies a project out of the repository, so that nothing of ours is within its reach, and installs it with the tarball.
 *
 * @param {Record<string, string>} samples Files that are samples of a document, as printed: path -> a text that is in that one alone.
 * @param {{ folder: string, tarball: string, document?: string, base?: string }} options `base`: the project whose files this one has, but for its own.
 */
export function installConsumer(name, samples, { folder, tarball, document = 'docs/frameworks.md', base }) {
  const project = join(folder, name);
  for (const source of base ? [base, name] : [name]) cpSync(join(root, 'test/consumers', source), project, { recursive: true });
  for (const [path, text] of Object.entries(samples)) {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), findSnippet(document, text));
  }
  const npm = (...args) =>
    execFileSync('npm', [...args, '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: project,
      stdio: ['ignore', 'ignore', 'inherit'],
      timeout: INSTALL_LIMIT_MS,
    });
  if (!existsSync(join(project, 'node_modules'))) npm('ci');
  npm('install', '--no-save', '--no-package-lock', tarball);
  return project;
}

/** The `package.json` of a project. */
export function readConsumer(name) {
  return JSON.parse(readFileSync(join(root, 'test/consumers', name, 'package.json'), 'utf8'));
}

/** Runs the project's own `npm run build`: types, then the bundle in `dist`. */
export function buildConsumer(project, options) {
  return runScript(project, 'build', options);
}

/** Runs a script of the project's `package.json`. */
export function runScript(project, name, { args = [], env = {} } = {}) {
  // NODE_ENV is what Vite's own server has set in this process; a build is for production unless it is told otherwise.
  const { NODE_ENV: _, ...own } = process.env;
  const options = { cwd: project, encoding: 'utf8', env: { ...own, ...env }, timeout: BUILD_LIMIT_MS };
  const { status, stdout, stderr } = spawnSync('npm', ['run', name, '--', ...args], options);
  return { status, output: stdout + stderr };
}

/** Builds with some texts of a file replaced, and puts it back. */
export function buildWith(project, file, changes) {
  const path = join(project, file);
  const text = readFileSync(path, 'utf8');
  const missing = changes.find(({ from }) => !text.includes(from));
  if (missing) throw new Error(`${file} has no ${missing.from}`);
  writeFileSync(path, changes.reduce((changed, { from, to }) => changed.replace(from, () => to), text)); // prettier-ignore
  try {
    return buildConsumer(project);
  } finally {
    writeFileSync(path, text);
  }
}
