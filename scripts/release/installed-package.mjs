import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/**
 * Installs a tarball in an empty project, scripts allowed.
 *
 * @returns {{ project: string, ran: string[] }} The project, and the scripts that ran: npm prints a script as `> PACKAGE NAME`.
 */
export function installTarball(folder, tarball) {
  const project = join(folder, 'empty');
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'empty', version: '1.0.0', private: true }));
  const flags = ['install', '--foreground-scripts', '--ignore-scripts=false', '--prefer-offline', '--no-audit', '--no-fund', tarball];
  const output = execFileSync('npm', flags, { cwd: project, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  return { project, ran: [...output.matchAll(/^> (.+)$/gm)].map(([, name]) => name) };
}

/** Lists the packages of a project that run a script when they are installed. */
export function listScripted(project) {
  const { packages } = JSON.parse(readFileSync(join(project, 'node_modules/.package-lock.json'), 'utf8'));
  return Object.entries(packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([name]) => name);
}

/** Starts `npx balcao sandbox` in a project. `stop()` ends the sandbox. */
export async function startInstalledSandbox(project) {
  const args = ['--no-install', 'balcao', 'sandbox', '--json', '--port', '0'];
  // A separate process group, because npx starts a shell, and the shell starts the program.
  const child = spawn('npx', args, { cwd: project, stdio: ['ignore', 'pipe', 'inherit'], detached: true });
  const ended = once(child, 'close');
  const stop = async () => {
    // A process that could not be started has no `pid`.
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
    await ended;
  };
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const { value, done } = await lines.next();
  if (done) throw new Error('`npx balcao sandbox` ended at once');
  return { ...JSON.parse(value), stop };
}
