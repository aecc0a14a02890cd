/**
 * The folder of the classic script, with its last slash. The lazy-loaded files are below it. The script does not import them by a relative address: in a script
 * of another origin without `crossorigin`, the browser resolves none.
 *
 * It is empty for an inlined script. An import of `lazy/...` then rejects, as one of a file that is missing does.
 */
export const scriptFolder = findScriptFolder();

/** Finds the folder while the script runs: later the browser does not know which script is meant. */
function findScriptFolder(): string {
  const script = document.currentScript;
  const address = script instanceof HTMLScriptElement ? script.src : '';
  if (!address)
    console.error(
      'Balcão: balcao.min.js is inlined in this page, so it cannot find its other files. Load it by src, or use balcao.all.min.js.',
    );
  else if (address.startsWith('file:'))
    console.error(
      'Balcão: a browser loads no further files for a page that was opened as a file. Open the page from a server, such as localhost.',
    );
  return address && new URL('.', address).href;
}
