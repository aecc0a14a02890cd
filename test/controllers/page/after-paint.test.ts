import { expect } from '@open-wc/testing';
import type * as afterPaintCode from '../../../src/controllers/page/after-paint.js';

type PaintCode = typeof afterPaintCode;

/** Longer than an unheld paint takes: a frame and a task, twice. */
async function passFrames(): Promise<void> {
  for (let frame = 0; frame < 4; frame += 1) {
    await new Promise(requestAnimationFrame);
    await new Promise((resolve) => setTimeout(resolve));
  }
}

describe('afterPaint', () => {
  it('waits for what the page is used by first, and for what that turns out to need', async () => {
    const { afterPaint, holdPaint }: PaintCode = await import('../../../src/controllers/page/after-paint.js?anew');
    const done: string[] = [];
    const painted = afterPaint().then(() => done.push('painted'));
    let draw: (() => void) | undefined;
    const drawn = new Promise<void>((resolve) => (draw = resolve)).then(() => done.push('drawn'));
    let load: (() => void) | undefined;
    holdPaint(
      new Promise<void>((resolve) => (load = resolve)).then(() => {
        done.push('loaded');
        holdPaint(drawn);
      }),
    );
    await passFrames();
    expect(done).to.deep.equal([]);
    load?.();
    await passFrames();
    expect(done).to.deep.equal(['loaded']);
    draw?.();
    await painted;
    expect(done).to.deep.equal(['loaded', 'drawn', 'painted']);
  });

  it('waits for no part that cannot be loaded', async () => {
    const { afterPaint, holdPaint }: PaintCode = await import('../../../src/controllers/page/after-paint.js?once-more');
    holdPaint(Promise.reject(new Error('gone')));
    await afterPaint();
  });
});
