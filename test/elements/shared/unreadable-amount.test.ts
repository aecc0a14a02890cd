import '../../../src/elements/card-form/define.js';
import { expect } from '@open-wc/testing';
import { render } from 'lit';
import { systemClock } from '../../../src/client/system-clock.js';
import { LocalizeController } from '../../../src/controllers/page/localize-controller.js';
import type { Attempt } from '../../../src/domain/order/attempt.js';
import { createOrderKey } from '../../../src/domain/order/order-key.js';
import { parseBrCode } from '../../../src/domain/pix/br-code.js';
import { formatBrCode } from '../../../src/domain/pix/format-br-code.js';
import { renderPixCode } from '../../../src/elements/charges/pix-code-view.js';
import { SettingsElement } from '../../../src/elements/shared/settings-element.js';
import { decideChange } from '../../../src/domain/order/ledger-decision.js';
import { IndexedDbLedger } from '../../../src/flow/ledger/indexed-db-ledger.js';
import { CheckoutPage } from '../../support/checkout-page.js';
import { createCardRecord } from '../../support/ledger-records.js';
import { openRoom } from '../../support/sandbox-room.js';

const UNREADABLE = '1.499,00 reais';

class LocalizedHost extends SettingsElement {
  readonly localize = new LocalizeController(this, () => undefined);
}
customElements.define('test-localized-host', LocalizedHost);

describe('a record whose amount cannot be read', () => {
  it('is shown without an amount where it closes an order', async () => {
    const room = await openRoom();
    const orderId = `order-${room.name}`;
    const attempt: Attempt = {
      attemptId: `attempt-${room.name}`,
      orderId,
      method: 'card',
      amount: UNREADABLE,
      brand: 'visa',
      last4: '1111',
      startedAt: systemClock.now(),
      state: 'unconfirmed',
    };
    await new IndexedDbLedger().change(createOrderKey(room.baseUrl, orderId), (records) =>
      decideChange(records, { type: 'open', record: createCardRecord(attempt) }, {}),
    );
    const page = await CheckoutPage.open('balcao-card-form', {
      'base-url': room.baseUrl,
      'token-url': room.tokenUrl,
      amount: '149.90',
      'order-id': orderId,
    });
    const text = await page.outcome(/Não conseguimos confirmar o pagamento/);
    expect(text).to.match(/1111/);
    expect(text).not.to.match(/R\$|Valor/);
    page.remove();
  });

  it('is shown without an amount beside its Pix code', () => {
    const brCode = formatBrCode({ merchantName: 'LOJA', merchantCity: 'RECIFE', url: 'pix.example/v2/1', txid: '***' });
    const parsed = parseBrCode(brCode);
    if (!parsed.ok) throw new Error(parsed.reason);
    const place = document.createElement('div');
    const { localize } = new LocalizedHost();
    const renderAmount = (amount: string): string => {
      const charge = { chargeId: '1', amount, brCode, createdAt: 0, expiresAt: 1, status: 'pending' } as const;
      const [unfold, copy, leave] = [() => undefined, () => undefined, () => undefined];
      const template = { charge, brCode: parsed.brCode, qr: null, isUnfolded: false, copied: undefined, unfold, copy, leave, localize };
      render(renderPixCode(template), place);
      return place.querySelector('[part="details"]')?.textContent ?? '';
    };
    expect(renderAmount('1499.00')).to.match(/LOJA[^]*R\$\s1\.499,00/);
    expect(renderAmount(UNREADABLE)).to.match(/LOJA/).and.not.to.match(/R\$/);
  });
});
