/**
 * The address of the classic script while it runs. The lazy-loaded files are beside it. A classic script cannot import them by a relative address: the
 * browser would resolve that against the page or, for a script of another origin, refuse it.
 */
export const scriptAddress = findScriptAddress();

function findScriptAddress(): string {
  const script = document.currentScript;
  const address = script instanceof HTMLScriptElement ? script.src : '';
  if (!address)
    console.error(
      'Balcão: balcao.min.js is inlined in this page, so it cannot find its other files. Load it by src, or use balcao.all.min.js.',
    );
  else if (address.startsWith('file:'))
    console.error(
      'Balcão: a browser loads no further files for a page that was opened as a file. Serve the page by http, or use balcao.all.min.js.',
    );
  return address;
}
