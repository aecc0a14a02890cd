import { expect } from '@open-wc/testing';
import { createMemory, createSandbox } from '../../src/sandbox/index.js';
import { callSandbox, goodPayment } from '../support/sandbox-call.js';

describe("sandbox: another one's memory", () => {
  it('goes on from there: charges, tokens, faults that wait, the time', async () => {
    const memory = createMemory();
    const first = createSandbox({ memory });
    const { token } = first.issueToken();
    await callSandbox(first, 'card/processPayment', goodPayment);
    first.fault('processPayment', 'decline');
    first.setClock(60_000);

    const second = createSandbox({ memory: structuredClone(memory) });

    const answer = await callSandbox(second, 'card/processPayment', goodPayment, { authorization: `Bearer ${token}` });
    expect(answer.body).to.include({ success: false });
    expect(second.state().charges).to.have.length(1);
    expect(second.now()).to.be.at.least(Date.now() + 59_000);
    expect(first.state().requests).to.have.length(1);
  });

  it('is no memory of the sandbox that it was taken from', async () => {
    const memory = createMemory();
    const first = createSandbox({ memory: structuredClone(memory) });
    await callSandbox(first, 'card/processPayment', goodPayment);
    expect(memory.ledger.charges).to.have.length(0);
  });

  it('begins its charges at the identifier that it has, and goes on from there', async () => {
    const memory = { ...createMemory(), firstIdentifier: 123_456_788 };
    const pay = async () => (await callSandbox(createSandbox({ memory }), 'card/processPayment', goodPayment)).body['identifier'];
    expect([await pay(), await pay()]).to.deep.equal(['123456788', '123456789']);
  });
});
