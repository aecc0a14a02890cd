import { createJson, isFromOwnPage, readJson, readText } from './json-http.js';

const COOKIE = 'casa-neblina';

/** Who is logged in. Stands for the shop's real login: here one says who one is, and is believed. */
export class CustomerSession {
  readonly #customers = new Map<string, string>();

  /** The customer of a request, by its cookie. */
  readonly findCustomer = (request: Request): string | undefined => {
    const cookies = (request.headers.get('Cookie') ?? '').split(/;\s*/);
    const session = cookies.find((cookie) => cookie.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1);
    return session === undefined ? undefined : this.#customers.get(session);
  };

  /** `POST session { customer }` logs a customer in; without one it logs out. */
  readonly answer = async (request: Request): Promise<Response> => {
    if (request.method !== 'POST' || !isFromOwnPage(request)) return createJson(403, { message: 'Only pages of the shop may log in.' });
    const customer = readText((await readJson(request)) ?? {}, 'customer');
    const session = crypto.randomUUID();
    if (customer) this.#customers.set(session, customer);
    const answer = createJson(200, {});
    answer.headers.set('Set-Cookie', `${COOKIE}=${session}; Path=/shop/; HttpOnly; SameSite=Strict`);
    return answer;
  };
}
