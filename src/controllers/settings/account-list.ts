import { SETTINGS, type SettingsInput } from './settings.js';

/** An element and its settings. */
interface SettingsOwner {
  readonly host: Element;
  /** The surrounding element that passes its settings on, if there is one. */
  readonly parent: object | undefined;
  readonly input: SettingsInput;
}

/**
 * Returns true for a list of saved cards in which nothing is paid, such as on an account page: a `<balcao-saved-cards>` outside of other
 * Balcão elements, with `pay-button="none"` and without `amount`. An `amount` that is written but invalid still means an order.
 */
export function isAccountList({ host, parent, input: { amount, payButton } }: SettingsOwner): boolean {
  const isAmountWritten = (amount ?? undefined) !== undefined;
  return host.localName === 'balcao-saved-cards' && !parent && !isAmountWritten && SETTINGS.payButton.format.parse(payButton) === false;
}
