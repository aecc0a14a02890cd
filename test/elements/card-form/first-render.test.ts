import '../../../src/elements/installments/define.js';
import '../../../src/elements/card-form/define.js';
import { expect } from '@open-wc/testing';

describe('balcao-card-form, where the element of installments is registered before it', () => {
  it('is rendered once, and not again because of what that element brings', async () => {
    const warnings: string[] = [];
    const { warn } = console;
    console.warn = (...words: unknown[]) => void warnings.push(words.join(' '));
    const form = document.createElement('balcao-card-form');
    form.setAttribute('amount', '149.90');
    document.body.append(form);
    while (!(await form.updateComplete)) await Promise.resolve();
    console.warn = warn;
    form.remove();
    expect(form.shadowRoot?.querySelector('balcao-installments')?.shadowRoot, 'installments').to.be.an.instanceOf(ShadowRoot);
    expect(warnings.filter((text) => text.includes('scheduled an update'))).to.deep.equal([]);
  });
});
