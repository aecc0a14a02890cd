/**
 * Returns a function that creates a value on its first call, and returns the same value on every later call. So a costly value is created
 * only when it is used.
 */
export function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}
