import { expect } from '@open-wc/testing';
import '../../../src/elements/checkout/define.js';
import { APPROVED_CARD, CheckoutPage, waitUntil } from '../../support/checkout-page.js';
import { findAllDeep } from '../../support/deep-dom.js';
import { openRoom, orderOf } from '../../support/sandbox-room.js';

let frame: HTMLIFrameElement;

/** Opens the document of a frame of the same origin over the page: a place in it is a place of the page. */
function openDocument(): Document {
  frame = document.createElement('iframe');
  frame.style.cssText = 'position: fixed; inset: 0; width: 100%; height: 100%; border: 0';
  document.body.prepend(frame);
  const other = frame.contentDocument;
  if (!other) throw new Error('A frame without a document');
  return other;
}

/** What is drawn: the styles of everything that can be seen. */
function readLook({ element }: CheckoutPage): string {
  const looks = findAllDeep<HTMLElement>(element, '[part]').map((each) => {
    const { display, color, backgroundColor, borderTopColor, borderTopLeftRadius, paddingTop, fontSize } = getComputedStyle(each);
    return [each.getAttribute('part'), display, color, backgroundColor, borderTopColor, borderTopLeftRadius, paddingTop, fontSize].join(
      ' ',
    );
  });
  return looks.join('\n');
}

describe('an element in a document of another window', () => {
  afterEach(() => frame.remove());

  for (const method of ['card', 'pix']) {
    it(`looks the same after it was moved there and back, and pays by ${method}`, async () => {
      const order = orderOf(await openRoom());
      const other = openDocument();
      const page = await CheckoutPage.open('balcao-checkout', { ...order, methods: method });
      page.element.style.width = '500px';
      const look = readLook(page);

      for (const place of [other, document, other]) {
        place.body.append(page.element);
        await waitUntil(() => readLook(page) === look, `the same look, ${look}, and not ${readLook(page)}`);
      }
      if (method === 'card') await page.fill(APPROVED_CARD);
      await page.clickPay();

      await waitUntil(() => /Pagamento aprovado|Copiar código/.test(page.text), 'an outcome or a code');
    });
  }

  it('is drawn and pays where it was created in one document and put into another', async () => {
    const order = orderOf(await openRoom());
    const other = openDocument();
    const element = document.createElement('balcao-card-form');
    for (const [key, value] of Object.entries(order)) {
      element.setAttribute(key, value);
    }
    const page = new CheckoutPage(element);

    other.body.append(element);
    await page.element.updateComplete;
    await waitUntil(() => page.text.includes('1x de R$ 149,90'), 'the installments');
    await page.fill(APPROVED_CARD);
    expect(getComputedStyle(page.part('pay-button')).borderTopLeftRadius).to.equal('10px');
    await page.clickPay();
    await page.outcome(/Pagamento aprovado/);
  });

  it('copies a Pix code by the window that has the focus', async () => {
    const order = orderOf(await openRoom());
    const other = openDocument();
    const page = await CheckoutPage.open('balcao-pix', order);
    other.body.append(page.element);
    const copied: string[] = [];
    const writeText = async (text: string): Promise<void> => void copied.push(text);
    Object.defineProperty(other.defaultView?.navigator, 'clipboard', { value: { writeText } });

    await page.clickPay();
    await waitUntil(() => page.text.includes('Copiar código'), 'the code');
    await page.click(page.part('copy-button'));

    await waitUntil(() => page.text.includes('Código copiado'), 'the copy');
    expect(copied).to.deep.equal([page.element.shadowRoot?.querySelector('textarea')?.value]);
  });

  it('keeps typed keys from the other page, and Enter in one field, as in its own page', async () => {
    const order = orderOf(await openRoom());
    const other = openDocument();
    const page = await CheckoutPage.open('balcao-card-form', order);
    other.body.append(page.element);
    const heard: string[] = [];
    other.addEventListener('keydown', ({ key }) => heard.push(key));

    await page.type('number', '41');
    await page.press('Enter');

    expect(heard).to.deep.equal(['Enter']);
    expect(await page.error('number')).to.match(/parece faltar/);
    expect(await page.error('holderName')).to.equal('');
  });
});
