import { findElement } from '../page/find-element.js';
import { renderMarkdown } from './markdown.js';

/** The documents of this repository, by their paths from this folder. */
const documents = import.meta.glob<string>(['../../{README*,ARCHITECTURE,CONTRIBUTING,SECURITY,CHANGELOG}.md', '../../docs/**/*.md'], {
  query: '?raw',
  import: 'default',
});

/** The first document, in the language of the page around it. */
const FIRST = 'README.pt-BR.md';
const place = findElement('#document', HTMLElement);

/** The part of a page's scope that is needed here. A `TrustedHTML` is typed as the text that it replaces. */
interface TrustingScope {
  readonly isSecureContext: boolean;
  readonly trustedTypes?: {
    createPolicy(name: string, rules: { createHTML: (text: string) => string }): { createHTML: (text: string) => string };
  };
}

/**
 * The page's policy requires a trusted type for HTML. This one is for the repository's documents; the renderer leaves out the HTML in them.
 */
const { trustedTypes }: TrustingScope = globalThis;
const policy = trustedTypes?.createPolicy('balcao-documents', { createHTML: (html) => html });

/**
 * Shows the document in the hash of the address: a path from the root of the repository, as in `#docs/pix.md` or `#docs/pix.md:webhook`.
 */
async function show(): Promise<void> {
  const [wanted = '', heading] = decodeURIComponent(location.hash.slice(1)).split(':');
  const path = `../../${wanted}` in documents ? wanted : FIRST;
  const text = (await documents[`../../${path}`]?.()) ?? '';
  const html = renderMarkdown(text, (address) => resolveAddress(path, address));
  place.innerHTML = policy?.createHTML(html) ?? html;
  place.lang = path.includes('pt-BR') ? 'pt-BR' : 'en';
  document.title = `${place.querySelector('h1')?.textContent ?? path} · Balcão`;
  const target = heading === undefined ? undefined : document.getElementById(heading);
  if (target) target.scrollIntoView();
  else scrollTo(0, 0);
}

/** Returns the address in this page for a link of a document; `undefined` for a file that is not among the documents. */
function resolveAddress(from: string, address: string): string | undefined {
  if (/^https?:/.test(address)) return address;
  const { pathname, hash } = new URL(address, `https://documents.example/${from}`);
  const path = decodeURIComponent(pathname.slice(1));
  if (!(`../../${path}` in documents)) return undefined;
  return hash === '' ? `#${path}` : `#${path}:${hash.slice(1)}`;
}

addEventListener('hashchange', () => void show());
await show();
