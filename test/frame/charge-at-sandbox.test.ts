import { expect } from '@open-wc/testing';
import { openRoom, type Room } from '../support/sandbox-room.js';
import { FramePage } from './frame-page.js';

describe('a charge in a frame, at the sandbox', () => {
  let room: Room;
  let page: FramePage;

  beforeEach(async () => {
    room = await openRoom();
    page = await FramePage.open({ service: room.baseUrl });
    page.fill();
  });

  afterEach(() => page.remove());

  const issue = async (): Promise<string> => (await room.issueToken()).token;

  it('is approved, and empties the fields', async () => {
    await page.prepare('attempt-1');
    page.go('attempt-1', { token: await issue(), installments: 3, whoPaysFee: 'customer' });
    const { result, isLateAwaited } = await page.wait('outcome');
    const [charge] = await room.charges();
    expect(charge).to.include({ installments: 3, whoPaysFee: 'customer' });
    expect(result).to.include({ status: 'approved', identifier: charge?.identifier });
    expect(isLateAwaited).to.equal(false);
    expect(await page.check()).to.include({ isTyped: false, hasNumber: false });
  });

  it('goes on with another token where the service refuses the first', async () => {
    await page.prepare('attempt-1');
    page.go('attempt-1', { token: 'worn-out' });
    expect((await page.wait('token-needed')).id).to.equal('attempt-1');
    page.send({ type: 'token', id: 'attempt-1', token: await issue() });
    expect((await page.wait('outcome')).result.status).to.equal('approved');
    expect(await room.charges()).to.have.length(1);
  });

  it('of a card that was exchanged a moment ago is approved, and the card can be deleted', async () => {
    page.send({ type: 'tokenize', id: 'call-1', token: await issue(), deadline: page.clock.now() + 5000, name: 'Visa final 1111' });
    const { cardId } = await page.wait('tokenized');
    await page.prepare('attempt-1', cardId);
    page.go('attempt-1', { token: await issue(), cardId });
    expect((await page.wait('outcome')).result.status).to.equal('approved');
    page.send({ type: 'delete', id: 'call-2', token: await issue(), deadline: page.clock.now() + 5000, cardId });
    expect((await page.wait('deleted')).id).to.equal('call-2');
  });
});
