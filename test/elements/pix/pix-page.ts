import { createPaymentsClient } from '../../../src/client/payments-client.js';
import { createTokenUrlSource } from '../../../src/client/tokens/token-url.js';
import { decideChange } from '../../../src/domain/order/ledger-decision.js';
import { createOrderKey } from '../../../src/domain/order/order-key.js';
import type { Pix } from '../../../src/elements/pix/pix.js';
import type { PixCharge } from '../../../src/domain/order/charge.js';
import { IndexedDbLedger } from '../../../src/flow/ledger/indexed-db-ledger.js';
import { CheckoutPage, waitUntil } from '../../support/checkout-page.js';
import { createPixRecord } from '../../support/ledger-records.js';
import { ChargePage } from './charge-page.js';
import { openRoom, type Room } from '../../support/sandbox-room.js';

/** The names of events that tell of a charge. */
type PixEventName = 'balcao-pix-created' | 'balcao-pix-expired' | 'balcao-pix-paid' | 'balcao-pix-ended';

/** A `<balcao-pix>`, alone or in a checkout, as a person uses it. */
export class PixPage extends ChargePage<PixCharge, PixEventName> {
  /** Settings of an order in a room of its own. */
  static async settings(): Promise<{ room: Room; settings: Record<string, unknown> }> {
    const room = await openRoom();
    const settings = { 'base-url': room.baseUrl, 'token-url': room.tokenUrl, amount: '149.90', 'order-id': `order-${room.name}` };
    return { room, settings };
  }

  static async open(settings: Readonly<Record<string, unknown>>, tag: 'balcao-pix' | 'balcao-checkout' = 'balcao-pix'): Promise<PixPage> {
    return new PixPage(await CheckoutPage.open(tag, settings));
  }

  get element(): Pix {
    return this.page.element as unknown as Pix;
  }

  /** Presses "Gerar código Pix" and waits for the code, of which the page is told a little after the shopper sees it. */
  async create(): Promise<string> {
    const before = this.told('balcao-pix-created').length;
    await this.page.clickPay();
    const code = await this.code();
    await waitUntil(() => this.told('balcao-pix-created').length > before, 'that the page is told of the code');
    return code;
  }

  /** The code, once it is shown with its QR. */
  async code(): Promise<string> {
    await this.part('qr');
    return this.readField('pix-code');
  }

  /** True if anything of a code is to be seen. */
  get hasCode(): boolean {
    return Boolean(this.find('qr') ?? this.find('pix-code') ?? this.find('copy-button'));
  }
}

/** The Pix of a checkout, which the shopper has looked at before going back to the card. */
export async function lookAtPix(page: CheckoutPage): Promise<Pix> {
  page.part('method-pix').click();
  const pix = await waitUntil(() => page.element.shadowRoot?.querySelector('balcao-pix'), 'the Pix');
  page.part('method-card').click();
  return pix;
}

/** Leaves a Pix code that may still be paid, as a page does that has made one for the order of {@link PixPage.settings}. */
export async function leaveCode(room: Room): Promise<void> {
  const { orderId, amount } = { orderId: `order-${room.name}`, amount: '149.90' };
  const client = createPaymentsClient({ baseUrl: room.baseUrl, getToken: createTokenUrlSource(room.tokenUrl) });
  const charge = await client.generatePixQrCode({ amount: 149.9, expiresInMs: 1_800_000 }, { orderId });
  const record = createPixRecord({ ...charge, orderId, amount, createdAt: client.now(), status: 'pending' });
  await new IndexedDbLedger().change(createOrderKey(room.baseUrl, orderId), (records) =>
    decideChange(records, { type: 'merge', records: [record] }, {}),
  );
}

/** What the browser says when a shopper comes back from the bank's app. */
export function returnToPage(): void {
  dispatchEvent(new PageTransitionEvent('pageshow'));
}
