/**
 * Applies edits to the text of one file, one after the other. Each must find something to change: a rule that has moved is not proved.
 *
 * @param {string} name Of the mutation.
 * @param {string} file From the root of the project.
 * @param {string} text
 * @param {[file: string, from: string | RegExp, to: string][]} edits Those of other files are left out.
 */
export function applyEdits(name, file, text, edits) {
  let edited = text;
  for (const [, from, to] of edits.filter(([editedFile]) => editedFile === file)) {
    const next = typeof from === 'string' ? edited.replace(from, () => to) : edited.replace(from, to);
    if (next === edited) throw new Error(`The mutation ${name} finds nothing to change in ${file}: ${from}`);
    edited = next;
  }
  return edited;
}
