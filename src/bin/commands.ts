import type { Command } from './command.js';

/** Every command by its name, loaded when it is asked for. */
export const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  sandbox: async () => (await import('./sandbox/sandbox-command.js')).sandboxCommand,
  doctor: async () => (await import('./doctor/doctor-command.js')).doctorCommand,
  frame: async () => (await import('./frame/frame-command.js')).frameCommand,
};
