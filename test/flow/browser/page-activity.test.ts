import { expect } from '@open-wc/testing';
import { createPageActivity } from '../../../src/flow/browser/page-activity.js';

describe('createPageActivity', () => {
  it('says what the page and the device say', () => {
    const activity = createPageActivity();
    expect(activity.visible).to.equal(document.visibilityState !== 'hidden');
    expect(activity.online).to.equal(navigator.onLine);
  });

  it('tells of every event that may change either, until it is unsubscribed', () => {
    let count = 0;
    const stop = createPageActivity().subscribe(() => (count += 1));
    const fire = (): void => {
      document.dispatchEvent(new Event('visibilitychange'));
      for (const type of ['pageshow', 'focus', 'online', 'offline']) window.dispatchEvent(new Event(type));
    };
    fire();
    expect(count).to.equal(5);
    stop();
    fire();
    expect(count).to.equal(5);
  });
});
