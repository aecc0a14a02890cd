import { expect } from '@open-wc/testing';

const FIRST = ['balcao-checkout', 'balcao-card-form', 'balcao-saved-cards'] as const;
const LATER = ['balcao-pix', 'balcao-boleto', 'balcao-installments'] as const;

/** Puts elements into the page, without settings. */
const put = (tags: readonly string[]): void => {
  for (const tag of tags) document.body.append(document.createElement(tag));
};

describe('balcao/define', () => {
  after(() => document.body.replaceChildren());

  it('registers each element that is in the page, and each that is put in later', async () => {
    put(FIRST);
    await import('../../src/define.js');
    expect(
      FIRST.filter((tag) => customElements.get(tag)),
      'at once',
    ).to.deep.equal(['balcao-checkout', 'balcao-card-form']);
    await customElements.whenDefined('balcao-saved-cards');
    put(LATER);
    for (const tag of [...FIRST, ...LATER]) {
      await customElements.whenDefined(tag);
      expect(document.querySelector(tag)?.shadowRoot, tag).to.be.an.instanceOf(ShadowRoot);
    }
  });
});
