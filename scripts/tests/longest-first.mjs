/**
 * Files in the order in which they begin: first those that take longest, so that a run does not end with one of them alone.
 *
 * @param {readonly string[]} files From the root of the project.
 * @param {readonly string[]} longest How their paths begin, the longest first. All others keep their order, after them.
 */
export function longestFirst(files, longest) {
  const rank = (file) => {
    const place = longest.findIndex((start) => file.startsWith(start));
    return place === -1 ? longest.length : place;
  };
  return files.toSorted((one, other) => rank(one) - rank(other));
}
