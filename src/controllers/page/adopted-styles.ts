import type { CSSResult } from 'lit';

/** The styles of each shadow root. The browser removes its style sheets when it moves to another document. */
const stylesOf = new WeakMap<ShadowRoot, readonly CSSResult[]>();

/** The copies of style sheets, by document. A document accepts only the style sheets that were constructed in it. */
const copies = new WeakMap<Document, Map<CSSResult, CSSStyleSheet>>();

/** Adds styles to a shadow root in any document, after the style sheets that it has. All elements of a document share the same style sheets. */
export function addStyles(root: ShadowRoot | null, ...styles: readonly CSSResult[]): void {
  if (!root) return;
  const before = listStyles(root);
  const added = styles.filter((style) => !before.includes(style));
  if (added.length === 0) return;
  stylesOf.set(root, [...before, ...added]);
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, ...findSheets(added, root.ownerDocument)];
}

/** Removes styles from a shadow root. Style sheets that the page added stay. */
export function removeStyles(root: ShadowRoot, ...styles: readonly CSSResult[]): void {
  const gone = findSheets(
    styles.filter((style) => listStyles(root).includes(style)),
    root.ownerDocument,
  );
  if (gone.length === 0) return;
  stylesOf.set(
    root,
    listStyles(root).filter((style) => !styles.includes(style)),
  );
  root.adoptedStyleSheets = root.adoptedStyleSheets.filter((sheet) => !gone.includes(sheet));
}

/** Sets the styles of a shadow root again, after it was moved to another document. */
export function restoreStyles(root: ShadowRoot): void {
  root.adoptedStyleSheets = findSheets(listStyles(root), root.ownerDocument);
}

function listStyles(root: ShadowRoot): readonly CSSResult[] {
  return stylesOf.get(root) ?? [];
}

function findSheets(styles: readonly CSSResult[], owner: Document): CSSStyleSheet[] {
  return styles.flatMap((style) => findSheet(style, owner) ?? []);
}

/** Finds the style sheet of a style in a document. A document without a window, for example that of a template, has none. */
function findSheet(style: CSSResult, owner: Document): CSSStyleSheet | undefined {
  if (owner === document) return style.styleSheet;
  if (!owner.defaultView) return undefined;
  const sheets = copies.get(owner) ?? new Map<CSSResult, CSSStyleSheet>();
  const sheet = sheets.get(style) ?? new owner.defaultView.CSSStyleSheet();
  if (!sheets.has(style)) sheet.replaceSync(style.cssText);
  sheets.set(style, sheet);
  copies.set(owner, sheets);
  return sheet;
}
