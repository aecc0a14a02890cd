const COOKIE = 'casa-neblina';

/** Who is logged in at the shop. */
export interface ShopSession {
  /** The customer of a request; `undefined` for a visitor. */
  customerOf(request: Request): string | undefined;
  /** Logs a customer in, or out where there is none. Returns the cookie that the browser is to have. */
  logIn(customer: string | undefined): string | undefined;
}

/** Stands for the shop's real login: here one says who one is, and is believed. */
export class CustomerSession implements ShopSession {
  readonly #customers = new Map<string, string>();

  readonly customerOf = (request: Request): string | undefined => {
    const cookies = (request.headers.get('Cookie') ?? '').split(/;\s*/);
    const session = cookies.find((cookie) => cookie.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1);
    return session === undefined ? undefined : this.#customers.get(session);
  };

  logIn(customer: string | undefined): string {
    const session = crypto.randomUUID();
    if (customer) this.#customers.set(session, customer);
    return `${COOKIE}=${session}; Path=/; HttpOnly; SameSite=Strict`;
  }
}
