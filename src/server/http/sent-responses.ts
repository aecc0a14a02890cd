/** When the responses to requests were sent, or their clients have disconnected. */
const sent = new WeakMap<Request, Promise<void>>();

/** Remembers when the response to a request was sent. For adapters that learn of it, such as the listener for Node. */
export function rememberSent(request: Request, whenSent: Promise<void>): void {
  sent.set(request, whenSent);
}

/** Resolves when the response to a request was sent; at once if nobody learns of it. */
export async function waitUntilSent(request: Request): Promise<void> {
  await sent.get(request);
}
