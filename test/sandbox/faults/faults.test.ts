import { expect } from '@open-wc/testing';
import { createSandbox, faultKinds } from '../../../src/sandbox/index.js';
import type { FaultName } from '../../../src/sandbox/index.js';
import { FakeClock } from '../../support/fake-clock.js';
import { callSandbox, goodPayment } from '../../support/sandbox-call.js';

const PATH = 'card/processPayment';
const START = Date.UTC(2026, 0, 1);

/** How a fetch ends: a status and its text, or a broken connection. */
async function send(sandbox: ReturnType<typeof createSandbox>, signal?: AbortSignal): Promise<string> {
  const request = new Request(`https://pagamentos.example/${PATH}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${sandbox.issueToken().token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(goodPayment),
    ...(signal && { signal }),
  });
  try {
    const answer = await sandbox(request);
    return `${answer.status} ${await answer.text()}`;
  } catch {
    return 'broken';
  }
}

/** What each fault of a charge looks like from outside; those that wait are below. */
const expected: Partial<Record<FaultName, RegExp>> = {
  decline: /^200 .*"success":false,"message":/,
  'success-false': /^200 .*"success":false,"message":/,
  reset: /^broken$/,
  'reset-after-charge': /^broken$/,
  'cut-after-charge': /^broken$/,
  '400': /^400 \{"message":"[^"]+"\}$/,
  '401': /^401 /,
  '402': /^402 .*"success":false/,
  '403': /^403 /,
  '404': /^404 /,
  '405': /^405 /,
  '408': /^408 /,
  '408-after-charge': /^408 /,
  '409': /^409 /,
  '413': /^413 /,
  '415': /^415 /,
  '422': /^422 \{"message":"[^"]+"\}$/,
  '429': /^429 /,
  '500': /^500 /,
  '503-after-charge': /^503 /,
  'no-cors-on-error': /^500 /,
  'no-cors-after-charge': /^200 .*"success":true/,
  redirect: /^307 $/,
  'wrong-shape': /^200 \{"success":true,"resultado":"ok"\}$/,
  'wrong-shape-after-charge': /^200 \{"success":true,"resultado":"ok"\}$/,
  html: /^200 <!doctype html>/,
  'html-after-charge': /^200 <!doctype html>/,
  'empty-after-charge': /^200 $/,
  '4xx-success-true': /^422 .*"success":true.*"identifier":"\d+"/,
  'no-message-after-charge': /^200 \{"success":true,"identifier":"\d+"\}$/,
  'identifier-number': /^200 .*"identifier":\d+\}$/,
  'deep-json': /^200 .*"identifier":\[{9}/,
  'wrong-charset': /^200 .*conclu\uFFFDda/,
};

describe('sandbox: faults', () => {
  for (const [name, pattern] of Object.entries(expected)) {
    const fault = Object.keys(faultKinds).find((key): key is FaultName => key === name);
    it(`${name} answers as it says, once, and charges as it declares`, async () => {
      const sandbox = createSandbox();
      sandbox.fault('processPayment', fault ?? 'html');
      expect(await send(sandbox)).to.match(pattern);
      expect(sandbox.state().charges).to.have.length(fault && faultKinds[fault].charges ? 1 : 0);
      expect(await send(sandbox), 'the next request').to.match(/^200 .*"success":true/);
    });
  }

  it('leaves no fault of a charge untested', () => {
    const waiting = ['slow', 'hang', 'hang-after-charge', 'drip', 'huge'];
    const ofPix = (name: string) => name.startsWith('pix-') || name === 'status-word';
    expect(Object.keys(faultKinds).filter((name) => !ofPix(name))).to.have.members([...Object.keys(expected), ...waiting]);
  });

  it('slow charges at once and answers when its time is over', async () => {
    const clock = new FakeClock(START);
    const sandbox = createSandbox({ clock });
    sandbox.fault('processPayment', 'slow', { ms: 4000 });
    const answer = send(sandbox);
    await clock.advance(3999);
    await waitForPending(sandbox);
    expect(sandbox.state().charges).to.have.length(1);
    clock.tick(4000);
    expect(await answer).to.match(/^200 .*"success":true/);
    expect(clock.pending).to.equal(0);
  });

  it('hang does nothing until it is released, then goes on', async () => {
    const sandbox = createSandbox();
    sandbox.fault('processPayment', 'hang');
    const answer = send(sandbox);
    await waitForPending(sandbox);
    expect(sandbox.state().charges).to.have.length(0);
    expect(sandbox.release()).to.equal(1);
    expect(await answer).to.match(/^200 .*"success":true/);
    expect(sandbox.state().charges).to.have.length(1);
  });

  it('hang never charges for a client that has gone', async () => {
    const sandbox = createSandbox();
    const leaving = new AbortController();
    sandbox.fault('processPayment', 'hang');
    const answer = send(sandbox, leaving.signal);
    await waitForPending(sandbox);
    leaving.abort();
    expect(await answer).to.equal('broken');
    expect(sandbox.release()).to.equal(0);
    expect(sandbox.state().charges).to.have.length(0);
  });

  it('hang-after-charge keeps the good answer back until released', async () => {
    const sandbox = createSandbox();
    sandbox.fault('processPayment', 'hang-after-charge');
    const answer = send(sandbox);
    await waitForPending(sandbox);
    expect(sandbox.state().charges).to.have.length(1);
    sandbox.release();
    expect(await answer).to.match(/^200 .*"success":true/);
  });

  it('drip gives one byte at a time, and the rest on release', async () => {
    const clock = new FakeClock(START);
    const sandbox = createSandbox({ clock });
    sandbox.fault('processPayment', 'drip', { ms: 500 });
    const answer = send(sandbox);
    await waitForPending(sandbox);
    clock.tick(500);
    await waitForPending(sandbox);
    sandbox.release();
    expect(await answer).to.match(/^200 \{"success":true.*\}$/);
  });

  it('huge gives as many bytes as it is told, as good JSON', async () => {
    const sandbox = createSandbox();
    sandbox.fault('processPayment', 'huge', { bytes: 300_000 });
    const answer = (await send(sandbox)).slice(4);
    expect(JSON.parse(answer).message).to.have.length(300_000);
    expect(sandbox.state().charges).to.have.length(1);
  });

  it('429 says when to come back', async () => {
    const sandbox = createSandbox();
    sandbox.fault('processPayment', '429', { retryAfter: 7 });
    expect((await callSandbox(sandbox, PATH, goodPayment)).headers.get('Retry-After')).to.equal('7');
  });

  it('a fault that charges waits for a good request; faults of one operation strike in order', async () => {
    const sandbox = createSandbox();
    sandbox.fault('processPayment', '401');
    sandbox.fault('processPayment', '503-after-charge');
    sandbox.fault('tokenizeCard', '500');
    expect(await send(sandbox)).to.match(/^401/);
    expect((await callSandbox(sandbox, PATH, {})).status).to.equal(400);
    expect(await send(sandbox)).to.match(/^503/);
    expect(sandbox.state().charges).to.have.length(1);
  });

  it('strikes as many times as asked, and not at all once cleared', async () => {
    const sandbox = createSandbox();
    sandbox.fault('processPayment', '500', { times: 3 });
    expect(await send(sandbox)).to.match(/^500/);
    expect(await send(sandbox)).to.match(/^500/);
    sandbox.clearFaults();
    expect(await send(sandbox)).to.match(/^200/);
  });
});

/** Lets promises run until a request waits. */
async function waitForPending(sandbox: ReturnType<typeof createSandbox>): Promise<void> {
  for (let turn = 0; turn < 1000 && sandbox.state().pending.length === 0; turn += 1) await new Promise((resolve) => setTimeout(resolve));
  expect(sandbox.state().pending).to.have.length(1);
}
