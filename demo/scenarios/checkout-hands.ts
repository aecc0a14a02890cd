/** The hands of the bench: the only place that reaches into the checkout, by the names that its documents give. */

/** A way to pay, as the checkout's `methods` calls it. */
export type MethodToChoose = 'saved-cards' | 'card' | 'pix';

/** The code of a method may have to be loaded, and a customer's cards come from the shop. */
const PATIENCE_MS = 10_000;

const YEARS_AHEAD = 4;

/** The card is typed into a frame of another origin: no hand of the page reaches it. */
export class OutOfReachError extends Error {
  override readonly name = 'OutOfReachError';
}

/** Chooses a method as a click would, once it is offered. Rejects where it never is. */
export async function chooseMethod(checkout: HTMLElement, method: MethodToChoose): Promise<void> {
  const choice = await waitFor(() => {
    const found = checkout.shadowRoot?.querySelector<HTMLInputElement>(`[name=method][value=${method}]`);
    return found?.disabled ? undefined : found;
  }, method);
  choice.click();
}

/**
 * Types a test card that is approved into the form for a new card, all at once as a password manager does. Rejects with `OutOfReachError`
 * where the form is in a frame.
 */
export async function fillCard(checkout: HTMLElement): Promise<void> {
  if (checkout.hasAttribute('frame-url')) throw new OutOfReachError('The card is typed into a frame.');
  const year = (new Date().getFullYear() + YEARS_AHEAD) % 100;
  const card = { number: '4111111111111111', holderName: 'MARIA DA SILVA', expirationDate: `01/${year}`, securityCode: '737' };
  for (const [name, text] of Object.entries(card)) {
    const input = await waitFor(() => findInput(checkout, name), name);
    input.value = text;
    input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
    input.dispatchEvent(new Event('change', { bubbles: true }));
  }
}

function findInput(checkout: HTMLElement, name: string): HTMLInputElement | null | undefined {
  return checkout.shadowRoot?.querySelector('balcao-card-form')?.shadowRoot?.querySelector<HTMLInputElement>(`input[name=${name}]`);
}

async function waitFor<T>(find: () => T | null | undefined, what: string): Promise<T> {
  const end = performance.now() + PATIENCE_MS;
  while (performance.now() < end) {
    const found = find();
    if (found) return found;
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  throw new Error(`The checkout has no ${what}`);
}
