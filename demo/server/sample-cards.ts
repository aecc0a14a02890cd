import { asObject, readText } from './json-http.js';
import type { KeptCard } from './card-desk.js';
import type { ServiceAccess } from './service-access.js';

/** The demo's customer who comes back: the others have no cards yet. */
export const RETURNING_CUSTOMER = 'marina';

/** Published test numbers, as in the list of the bench. */
const SAMPLES = [
  { name: 'Roxinho', number: '5555555555554444', brand: 'mastercard' },
  { name: 'Visa final 1111', number: '4111111111111111', brand: 'visa' },
  { name: 'Empresa (recusa)', number: '4000000000000002', brand: 'visa' },
] as const;

/** Cards of years ago, which the service no longer takes. */
const EXPIRED: KeptCard = { cardId: 'cartao-de-2021', name: 'Cartão antigo', brand: 'elo', last4: '7890', expiration: '06/2021' };

/** Tokenizes the returning customer's cards at the sandbox. */
export async function createSampleCards(service: ServiceAccess, customer: string): Promise<KeptCard[]> {
  if (customer !== RETURNING_CUSTOMER) return [];
  const year = new Date().getFullYear() + 3;
  const { token } = await service.issueToken();
  const cards = await Promise.all(
    SAMPLES.map(async ({ name, number, brand }) => {
      const card = { name, holderName: 'MARINA ALVES', expirationDate: `08/${year}`, number, securityCode: '123' };
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
      const answer = await service.send(
        new Request(`${service.baseUrl}card/tokenize`, { method: 'POST', headers, body: JSON.stringify(card) }),
      );
      const cardId = readText(asObject(await answer.json()) ?? {}, 'cardId') ?? '';
      return { cardId, name, brand, last4: number.slice(-4), expiration: `08/${year}` };
    }),
  );
  return [...cards, EXPIRED];
}
