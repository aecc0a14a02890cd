import { SETTINGS, type SettingsInput } from './settings.js';

/** An element and the settings that hold for it. */
interface SettingsOwner {
  readonly host: Element;
  /** What gives the element settings from around it, if anything does. */
  readonly parent: object | undefined;
  readonly input: SettingsInput;
}

/**
 * Whether an element is a list of saved cards where nothing is paid, as on an account page: by itself, with `pay-button="none"` and without
 * `amount`. An amount that is written, though wrong, is of an order.
 */
export function isAccountList({ host, parent, input: { amount, payButton } }: SettingsOwner): boolean {
  const isAmountWritten = (amount ?? undefined) !== undefined;
  return host.localName === 'balcao-saved-cards' && !parent && !isAmountWritten && SETTINGS.payButton.format.read(payButton) === false;
}
