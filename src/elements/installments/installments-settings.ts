import { PLAN_SETTINGS } from '../../controllers/installments-controller.js';
import { checkSettings } from '../../controllers/settings-checks.js';
import { SettingsController } from '../../controllers/settings-controller.js';
import type { ReadSettings } from '../../controllers/settings.js';

/** The settings of `<balcao-installments>`. Plans need no service, so only problems of what they are made of count; these it checks by itself, since plans cannot wait. */
export class InstallmentsSettings extends SettingsController {
  override get current(): ReadSettings {
    const { settings } = super.current;
    return { settings, problems: checkSettings(this.input, settings).filter(({ setting }) => PLAN_SETTINGS.has(setting)) };
  }
}
