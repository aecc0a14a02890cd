import { SETTINGS, type SettingsInput } from './settings.js';

/** An element and the settings that hold for it. */
interface SettingsOwner {
  readonly host: Element;
  /** The element around it that gives it settings, if there is one. */
  readonly parent: object | undefined;
  readonly input: SettingsInput;
}

/**
 * True for a list of saved cards where nothing is paid, as on an account page: an element that is alone, with `pay-button="none"` and without
 * `amount`. An amount that is written, though wrong, belongs to an order.
 */
export function isAccountList({ host, parent, input: { amount, payButton } }: SettingsOwner): boolean {
  const isAmountWritten = (amount ?? undefined) !== undefined;
  return host.localName === 'balcao-saved-cards' && !parent && !isAmountWritten && SETTINGS.payButton.format.parse(payButton) === false;
}
