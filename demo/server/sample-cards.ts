import { readJson, readText } from './http.js';
import type { SavedCard } from '../../src/client/index.js';
import type { Sandbox } from '../../src/sandbox/index.js';

/** The demo's returning customer. The other customers have no cards yet. */
export const RETURNING_CUSTOMER = 'marina';

/** The sample cards: published test numbers, as in the list of the bench. */
const SAMPLES = [
  { name: 'Roxinho', number: '5555555555554444', brand: 'mastercard' },
  { name: 'Visa final 1111', number: '4111111111111111', brand: 'visa' },
  { name: 'Empresa (recusa)', number: '4000000000000002', brand: 'visa' },
] as const;

/** An expired card, which the service no longer accepts. */
const EXPIRED: SavedCard = { cardId: 'cartao-de-2021', name: 'Cartão antigo', brand: 'elo', last4: '7890', expiration: '06/2021' };

/** Tokenizes the returning customer's cards at the sandbox. `baseUrl` is the address of the sandbox. */
export async function createSampleCards(sandbox: Sandbox, baseUrl: string): Promise<SavedCard[]> {
  const year = new Date().getFullYear() + 3;
  const { token } = sandbox.issueToken();
  const cards: SavedCard[] = [];
  for (const { name, number, brand } of SAMPLES) {
    const card = { name, holderName: 'MARINA ALVES', expirationDate: `08/${year}`, number, securityCode: '123' };
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const response = await sandbox(new Request(`${baseUrl}card/tokenize`, { method: 'POST', headers, body: JSON.stringify(card) }));
    const cardId = readText(await readJson(response), 'cardId') ?? '';
    cards.push({ cardId, name, brand, last4: number.slice(-4), expiration: `08/${year}` });
  }
  return [...cards, EXPIRED];
}
