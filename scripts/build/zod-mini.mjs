/**
 * The part of `zod/mini` that `src/client/schemas.ts` uses, with the answers of Zod itself, to which
 * `test/package/smaller-packages.test.mjs` holds it. An issue has what `default-profile.ts` reads: its path, its code and its keys.
 *
 * A schema's `read` takes a value, its path and the list of issues, and gives what is read of the value.
 */
function createSchema(read) {
  return {
    read,
    safeParse(value) {
      const issues = [];
      const data = read(value, [], issues);
      return issues.length > 0 ? { success: false, error: { issues } } : { success: true, data };
    },
  };
}

export const unknown = () => createSchema((value) => value);

export const custom = (isFine) =>
  createSchema((value, path, issues) => {
    if (!isFine(value)) issues.push({ code: 'custom', path });
    return value;
  });

export const optional = ({ read }) => createSchema((value, path, issues) => (value === undefined ? value : read(value, path, issues)));

export const object = (shape) => createSchema((value, path, issues) => readObject(shape, value, path, issues));

export const strictObject = (shape) =>
  createSchema((value, path, issues) => {
    const data = readObject(shape, value, path, issues);
    const keys = data ? Object.keys(value).filter((key) => !(key in shape)) : [];
    if (keys.length > 0) issues.push({ code: 'unrecognized_keys', path, keys });
    return data;
  });

function readObject(shape, value, path, issues) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    issues.push({ code: 'invalid_type', path });
    return undefined;
  }
  const parts = Object.entries(shape).map(([key, { read }]) => [key, read(value[key], [...path, key], issues)]);
  return Object.fromEntries(parts.filter(([key, part]) => key in value || part !== undefined));
}
