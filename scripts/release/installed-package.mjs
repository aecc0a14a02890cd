import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/**
 * Installs a tarball in an empty project, scripts allowed.
 *
 * @returns {{ project: string, ran: string[] }} The project, and what ran: npm announces a script as `> PACKAGE NAME`.
 */
export function installTarball(folder, tarball) {
  const project = join(folder, 'empty');
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'empty', version: '1.0.0', private: true }));
  const flags = ['install', '--foreground-scripts', '--ignore-scripts=false', '--prefer-offline', '--no-audit', '--no-fund', tarball];
  const output = execFileSync('npm', flags, { cwd: project, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  return { project, ran: [...output.matchAll(/^> (.+)$/gm)].map(([, name]) => name) };
}

/** The packages of a project that would run a script when they are installed. */
export function listScripted(project) {
  const { packages } = JSON.parse(readFileSync(join(project, 'node_modules/.package-lock.json'), 'utf8'));
  return Object.entries(packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([name]) => name);
}

/** Starts `npx balcao sandbox` in a project; `stop()` ends it. */
export async function startInstalledSandbox(project) {
  const args = ['--no-install', 'balcao', 'sandbox', '--json', '--port', '0'];
  // A group of its own: npx starts a shell, and the shell the program.
  const child = spawn('npx', args, { cwd: project, stdio: ['ignore', 'pipe', 'inherit'], detached: true });
  const ended = once(child, 'close');
  const stop = async () => {
    // It has no number where it could not be started.
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
    await ended;
  };
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const { value, done } = await lines.next();
  if (done) throw new Error('`npx balcao sandbox` ended at once');
  return { ...JSON.parse(value), stop };
}
