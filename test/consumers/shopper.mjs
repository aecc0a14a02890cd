import { LIMIT_MS } from '../package/limit.mjs';
import { isComplaint } from '../package/page-events.mjs';

/** A shopper in front of one of the shops of `test/consumers`, and what the browser says meanwhile. */
export class Shopper {
  /** Opens a page in a context of its own. */
  static async open(browser, url) {
    const context = await browser.newContext();
    const shopper = new Shopper(await context.newPage());
    await shopper.page.goto(url);
    return shopper;
  }

  /** Errors and warnings of the page. */
  complaints = [];

  constructor(page) {
    this.page = page;
    page.setDefaultTimeout(LIMIT_MS);
    page.on('pageerror', (error) => this.complaints.push(String(error)));
    page.on('console', (message) => {
      if (isComplaint(message) && !message.text().startsWith('Lit is in dev mode')) this.complaints.push(message.text());
    });
  }

  get checkout() {
    return this.page.locator('balcao-checkout');
  }

  get number() {
    return this.page.locator('input[name=number]');
  }

  async typeNumber() {
    await this.number.pressSequentially('4111111111111111');
  }

  async typeRest() {
    await this.page.locator('input[name=holderName]').fill('MARIA DA SILVA');
    await this.page.locator('input[name=expirationDate]').pressSequentially('0131');
    await this.page.locator('input[name=securityCode]').fill('737');
  }

  /** Takes the card payment up to what the shop's own page says of it. */
  async pay() {
    await this.page.locator('balcao-card-form [part~=pay-button]').click();
    const told = this.page.getByText(/^Pedido pago[.:]/);
    await told.waitFor();
    return told.textContent();
  }

  async chooseInstallments(count) {
    await this.page.locator('balcao-card-form select[name=installments]').selectOption(String(count));
  }

  async wrapAsGift() {
    await this.page.getByLabel('Embrulhar para presente').check();
  }

  /** The framework takes the checkout out of the page. */
  async goBack() {
    await this.page.getByRole('button', { name: 'Voltar ao carrinho' }).click();
    await this.checkout.waitFor({ state: 'detached' });
  }

  /** The framework puts a new checkout into the page. */
  async goToPayment() {
    await this.page.getByRole('button', { name: 'Ir ao pagamento' }).click();
    await this.number.waitFor();
  }

  /** The shop goes on to another order with the same elements. */
  async goToNextOrder() {
    await this.page.getByRole('button', { name: 'Próximo pedido' }).click();
  }

  /** How many checkouts are alive, in the page or out of it. */
  async countCheckouts() {
    const session = await this.page.context().newCDPSession(this.page);
    await session.send('HeapProfiler.collectGarbage');
    const { result: prototype } = await session.send('Runtime.evaluate', {
      expression: `customElements.get('balcao-checkout').prototype`,
    });
    const { objects } = await session.send('Runtime.queryObjects', { prototypeObjectId: prototype.objectId });
    const { result } = await session.send('Runtime.callFunctionOn', {
      objectId: objects.objectId,
      functionDeclaration: 'function () { return this.length; }',
      returnByValue: true,
    });
    await session.detach();
    return result.value;
  }

  async close() {
    await this.page.context().close();
  }
}
