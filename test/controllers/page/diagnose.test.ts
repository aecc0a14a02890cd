import { expect } from '@open-wc/testing';
import { diagnoseElement } from '../../../src/controllers/page/diagnose.js';
import { SettingsController } from '../../../src/controllers/settings/settings-controller.js';
import { collectErrors } from '../../support/console-errors.js';
import { createFakeHost } from '../../support/controller-host.js';

describe('diagnoseElement', () => {
  collectErrors();

  it('checks the settings, also of an element that was found good before the checks were there', async () => {
    const input = { orderId: 'order-1', baseUrl: 'https://payments.example/', tokenUrl: '/token' };
    const host = Object.assign(createFakeHost(document.createElement('test-part')), input);
    const settings = new SettingsController(host);
    document.body.append(host);
    host.connect();
    expect(settings.current.settings.amountCents).to.equal(0);
    const { ok, findings } = await diagnoseElement(host);
    expect(ok).to.equal(false);
    expect(findings).to.have.length(1);
    expect(findings[0]?.message).to.match(/amount/);
    host.remove();
    host.disconnect();
  });
});
