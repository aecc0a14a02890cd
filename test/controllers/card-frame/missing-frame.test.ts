import { expect } from '@open-wc/testing';
import { FramedFields } from '../../../src/controllers/card-frame/framed-fields.js';
import { FakeClock } from '../../support/fake-clock.js';
import { ScriptedFrame } from './scripted-frame.js';

describe('FramedFields of a frame that does not come', () => {
  it('are missing once nobody waits any more, and there again once the frame has come', async () => {
    const clock = new FakeClock();
    const frame = new ScriptedFrame(clock);
    let drawn = 0;
    const silent = (): void => undefined;
    const draw = (): void => void (drawn += 1);
    const fields = new FramedFields(frame.link, {
      acceptedBrands: () => undefined,
      typed: silent,
      faultChanged: silent,
      changed: silent,
      draw,
    });
    const stop = fields.follow();
    frame.link.connect();
    frame.load();
    const waiting = fields.ready().catch((error: unknown) => error);
    await clock.advance(14_999);
    expect(fields.isMissing).to.equal(undefined);
    const drawnBefore = drawn;
    await clock.advance(1);
    expect(await waiting).to.have.property('code', 'network');
    expect([fields.isMissing, drawn]).to.deep.equal([true, drawnBefore + 1]);

    await frame.open();
    expect([fields.isMissing, drawn]).to.deep.equal([undefined, drawnBefore + 2]);
    stop();
    frame.link.close();
  });
});
