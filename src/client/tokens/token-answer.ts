import { closedSchema, tokenSchema } from '../schemas.js';

/** What a token source answered: word that the order is closed, or a token with what is known of its life. */
export type ReadTokenAnswer = { closed: 'paid' | 'closed' } | { token: string; expiresIn?: number | undefined; now?: number | undefined };

/** Reads what a token source answered, which may be anything. `undefined` for nonsense. */
export function readTokenAnswer(answer: unknown): ReadTokenAnswer | undefined {
  return typeof answer === 'string' ? { token: answer } : (closedSchema.safeParse(answer).data ?? tokenSchema.safeParse(answer).data);
}
