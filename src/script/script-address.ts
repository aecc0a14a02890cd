/**
 * The folder of the classic script, with its last slash. The lazy-loaded files are below it. The script does not import them by a relative address: in a script
 * of another origin without `crossorigin`, the browser resolves none.
 *
 * It is empty for a script whose address the page does not know. An import of `lazy/...` then rejects, as one of a file that is missing does.
 */
export const scriptFolder = findScriptFolder();

/** Finds the folder while the script runs: later the browser does not know which script is meant. */
function findScriptFolder(): string {
  const script = document.currentScript;
  const address = script instanceof HTMLScriptElement ? script.src : '';
  if (!address || /^(?:blob|data):/.test(address)) {
    console.error(
      'Balcão: balcao.min.js does not know its address, so it cannot find its other files: it is inlined, imported, in a shadow root, or from a blob: or data: address. Load it by the src of a <script> in the page, or use balcao.all.min.js.',
    );
    return '';
  }
  if (address.startsWith('file:'))
    console.error(
      'Balcão: a browser loads no further files for a page that was opened as a file. Open the page from a server, such as localhost.',
    );
  return new URL('.', address).href;
}
