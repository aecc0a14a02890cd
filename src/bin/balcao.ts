#!/usr/bin/env node
/// <reference types="node" />
import { createAsk } from './ask.js';
import { runProgram } from './program.js';

/** The longest time that what is still open may keep the process after its command has ended, ms. */
const LONGEST_END_MS = 2000;

const ending = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => ending.abort());

// The reader of a pipe may close it (`balcao sandbox 2>&1 | head`). The program then ends with its own exit code.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => ending.abort());

process.exitCode = await runProgram(process.argv.slice(2), {
  stdout: (text) => void process.stdout.write(`${text}\n`),
  stderr: (text) => void process.stderr.write(`${text}\n`),
  env: process.env,
  signal: ending.signal,
  ask: process.stdin.isTTY && process.stdout.isTTY ? createAsk(process.stdin, process.stdout, ending.signal) : undefined,
});

// The command has ended, so the terminal of its questions closes. What is still open, such as a connection to a database that does not
// respond, must not keep the process.
ending.abort();
setTimeout(() => process.exit(), LONGEST_END_MS).unref();
