import { expect } from '@open-wc/testing';
import { diagnoseElement } from '../../../src/controllers/page/diagnose.js';
import { SettingsController } from '../../../src/controllers/settings/settings-controller.js';
import type { SettingsProblem } from '../../../src/controllers/settings/settings.js';
import { CheckoutError } from '../../../src/domain/errors.js';
import { collectErrors } from '../../support/console-errors.js';
import { createFakeHost, type FakeHost } from '../../support/controller-host.js';

/** Settings whose checks come when the test says so: until then nothing is found wrong with them. */
class LateSettings extends SettingsController {
  arrive: (loading: Promise<void>) => void = () => undefined;
  readonly #loading = new Promise<void>((resolve) => (this.arrive = resolve));
  #isChecked = false;

  override async load(): Promise<void> {
    await this.#loading;
    this.#isChecked = true;
  }

  protected override check(): SettingsProblem[] {
    return this.#isChecked ? [{ setting: 'amount', message: 'amount is missing.' }] : [];
  }
}

describe('diagnoseElement', () => {
  let host: HTMLElement & FakeHost;
  let settings: LateSettings;
  collectErrors();

  beforeEach(() => {
    host = Object.assign(createFakeHost(document.createElement('test-part')), { orderId: 'order-1' });
    settings = new LateSettings(host);
    document.body.append(host);
    host.connect();
  });

  afterEach(() => {
    host.remove();
    host.disconnect();
  });

  it('waits for the checks of the settings, and judges anew what was found good without them', async () => {
    expect(settings.current.problems).to.deep.equal([]);
    const diagnosis = diagnoseElement(host);
    settings.arrive(Promise.resolve());
    expect(await diagnosis).to.deep.equal({ ok: false, findings: [{ check: 'settings', ok: false, message: 'amount is missing.' }] });
  });

  it('says that the checks cannot be loaded, and asks nothing', async () => {
    settings.arrive(Promise.reject(new CheckoutError('network', 'A part of Balcão could not be loaded.')));
    const { ok, findings } = await diagnoseElement(host);
    expect(ok).to.equal(false);
    expect(findings).to.deep.equal([{ check: 'settings', ok: false, message: 'A part of Balcão could not be loaded.' }]);
  });
});
