import { expect } from '@open-wc/testing';
import { followReturnUrl } from '../../../src/controllers/order/order-controller.js';

/** Runs what a followed `javascript:` address would, which is after the present task. */
const untilFollowed = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));

describe('followReturnUrl', () => {
  afterEach(() => {
    history.replaceState(null, '', location.pathname + location.search);
    Reflect.deleteProperty(globalThis, 'wasRun');
  });

  it('goes to an address of http', () => {
    followReturnUrl(' #paid ');
    expect(location.hash).to.equal('#paid');
    followReturnUrl(`${location.origin}${location.pathname}${location.search}#thanks`);
    expect(location.hash).to.equal('#thanks');
  });

  it('goes nowhere else, however it is written', async () => {
    const { href } = location;
    const run = 'javascript:globalThis.wasRun=true;void 0';
    const ways = [run, ` ${run}`, `\u0001${run}`, run.replace('script', 'scr\nipt'), run.replace('java', 'Ja\tvA')];
    for (const url of [
      ...ways,
      'data:text/html,x',
      `blob:${location.origin}/x`,
      'about:blank',
      'file:///etc',
      'https://:x',
      'mailto:a@b.c',
    ]) {
      followReturnUrl(url);
    }
    await untilFollowed();
    expect(location.href.replace(/#.*/, '')).to.equal(href.replace(/#.*/, ''));
    expect(globalThis).to.not.have.property('wasRun');
  });
});
