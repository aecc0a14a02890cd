import { once } from './once.js';

/** A schema, of which only the check of a value is known here. */
interface Schema {
  safeParse(value: unknown): unknown;
}

/**
 * Returns a function that creates a schema on its first call. It works in a page whose old library has put names into `Object.prototype`: zod
 * copies its methods and reads objects by `for...in`, which lists such names, too. Only `safeParse` works there.
 */
export function createSchema<Made extends Schema>(make: () => Made): () => Made {
  return once(() => {
    const schema = withOwnNames(make);
    const parse = schema.safeParse.bind(schema);
    return Object.assign(schema, {
      // The result has `data` or `error`. The other one must not be read from such a name.
      safeParse: (value: unknown) =>
        Object.setPrototypeOf(
          withOwnNames(() => parse(value)),
          null,
        ),
    });
  });
}

/** Calls a function, in which `for...in` lists the own names of an object alone. */
function withOwnNames<Result>(work: () => Result): Result {
  const names = Object.keys(Object.prototype);
  const list = (enumerable: boolean): void =>
    names.forEach((name) => void Reflect.defineProperty(Object.prototype, name, Object.setPrototypeOf({ enumerable }, null)));
  list(false);
  try {
    return work();
  } finally {
    list(true);
  }
}
