// The only module of the demo that reaches into the checkout's shadow tree, by the names in its documents.

/** A payment method, as in the checkout's `methods`. */
export type MethodToChoose = 'saved-cards' | 'card' | 'pix' | 'boleto';

/** The time limit of waiting for a method, ms. Its code may have to be loaded, and a customer's cards come from the shop. */
const PATIENCE_MS = 10_000;

const YEARS_AHEAD = 4;

/** The error if the card fields are in a frame of another origin, which the page cannot reach. */
export class OutOfReachError extends Error {
  override readonly name = 'OutOfReachError';
}

/** Waits until a method is offered, and chooses it as a click would. Rejects if the method is not offered in time. */
export async function chooseMethod(checkout: HTMLElement, method: MethodToChoose): Promise<void> {
  const choice = await waitFor(() => {
    const found = checkout.shadowRoot?.querySelector<HTMLInputElement>(`[name=method][value=${method}]`);
    return found?.disabled ? undefined : found;
  }, method);
  choice.click();
}

/**
 * Fills the form for a new card with a test card that is approved, all fields at once as a password manager does. Rejects with
 * `OutOfReachError` if the form is in a frame.
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
