/** Returns a function that makes a value at its first call, and returns that one ever after: what costs time to make waits until it is used. */
export function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}
