type AbsentKeys<T> = { [Key in keyof T]: undefined extends T[Key] ? Key : never }[keyof T];

/** Fields without their `undefined`: what may be `undefined` is what may be missing. */
export type PresentFields<T> = Omit<T, AbsentKeys<T>> & { [Key in AbsentKeys<T>]?: Exclude<T[Key], undefined> };

/** The fields that have a value: an object in which nothing is `undefined`. */
export function presentFields<T extends object>(fields: T): PresentFields<T>;
export function presentFields(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
