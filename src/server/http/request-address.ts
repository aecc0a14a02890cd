const addresses = new WeakMap<Request, string>();

/** Remembers who is at the other end of a request's connection. The request itself says nothing of it. */
export function rememberAddress(request: Request, address: string): void {
  addresses.set(request, address);
}

/** Who is at the other end of a request's connection, where whoever made the request remembered it. */
export function recallAddress(request: Request): string | undefined {
  return addresses.get(request);
}
