/**
 * Cuts text out of a package's file: each time from the one text, which must occur once, up to the other, which stays. `by` is put in its
 * place. A package of another version, where a cut no longer fits, stops the build.
 *
 * @param {string} code
 * @param {readonly { what: string, from: string, to: string, by?: string }[]} cuts
 * @param {string} file Named where a cut does not fit.
 */
export function cut(code, cuts, file) {
  let result = code;
  for (const { what, from, to, by = '' } of cuts) {
    const start = result.indexOf(from);
    const end = result.indexOf(to, start + from.length);
    if (start < 0 || end < 0 || result.includes(from, start + 1))
      throw new Error(`${file}: ${what} was not found once; this version of the package is not the one that scripts/build knows`);
    result = result.slice(0, start) + by + result.slice(end);
  }
  return result;
}
