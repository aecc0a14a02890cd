import { boundByTerms, type PaymentTerms, type TermsOfSettings } from '../../domain/installments/terms.js';
import { logOnce } from '../page/log-once.js';
import { getAttribute, type Settings, type SettingsInput } from '../settings/settings.js';

/** Limits the settings for plans to the terms that the shop's server enforces. `input` has the settings as the page wrote them. */
export function boundSettings(settings: Settings, input: SettingsInput, terms: PaymentTerms | undefined): Settings {
  return terms ? { ...settings, ...bound(settings, input, terms).terms } : settings;
}

/** Warns in the console about settings of the page that the shop's server does not allow. The server's terms take precedence. */
export function warnOfExcess(settings: Settings, input: SettingsInput, terms: PaymentTerms): void {
  const { excess, terms: offered } = bound(settings, input, terms);
  for (const name of excess) {
    const warning = `${getAttribute(name)}="${settings[name]}" is not what the shop's server takes, so ${offered[name]} is offered: set that, or leave it out.`;
    logOnce('warn', warning);
  }
}

/** Compares only the settings that the page wrote with the terms. The terms decide the others. */
function bound(settings: Settings, input: SettingsInput, terms: PaymentTerms): ReturnType<typeof boundByTerms> {
  const isSet = (name: keyof TermsOfSettings): boolean => (input[name] ?? undefined) !== undefined;
  const { maxInstallments, feePayer, feeFreeUpTo } = settings;
  const wanted = {
    ...(isSet('maxInstallments') && { maxInstallments }),
    ...(isSet('feePayer') && { feePayer }),
    ...(isSet('feeFreeUpTo') && { feeFreeUpTo }),
  };
  return boundByTerms(wanted, terms);
}
