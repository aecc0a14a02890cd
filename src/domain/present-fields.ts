/** The keys of the fields that may be `undefined`. */
type AbsentKeys<T> = { [Key in keyof T]: undefined extends T[Key] ? Key : never }[keyof T];

/** The type of an object's fields without `undefined`: a field that may be `undefined` becomes optional. */
export type PresentFields<T> = Omit<T, AbsentKeys<T>> & { [Key in AbsentKeys<T>]?: Exclude<T[Key], undefined> };

/** Copies the fields that are not `undefined`. */
export function presentFields<T extends object>(fields: T): PresentFields<T>;
export function presentFields(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
