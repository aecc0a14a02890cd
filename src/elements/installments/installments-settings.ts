import { PLAN_SETTINGS } from '../../controllers/card/installments-controller.js';
import { checkSettings } from '../../controllers/settings/settings-checks.js';
import { SettingsController } from '../../controllers/settings/settings-controller.js';
import type { Settings, SettingsInput, SettingsProblem } from '../../controllers/settings/settings.js';

/** The settings of `<balcao-installments>`. Plans need no service, so only problems of what they are made of count; these it checks by itself, since plans cannot wait. */
export class InstallmentsSettings extends SettingsController {
  protected override check(input: SettingsInput, settings: Settings): SettingsProblem[] {
    return checkSettings(input, settings).filter(({ setting }) => PLAN_SETTINGS.has(setting));
  }
}
