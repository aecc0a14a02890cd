/**
 * Lit's `css-tag.js` for the script-tag files. Every browser that the package promises has constructable style sheets, and our styles
 * are literals without values, so neither `<style>` elements nor their joining are needed. A sheet is made with its first use.
 */
const sheets = new WeakMap();

export const css = (strings) => strings;

export const getCompatibleStyle = (style) => style;

export function adoptStyles(root, styles) {
  root.adoptedStyleSheets = styles.map(findSheet);
}

function findSheet(style) {
  const sheet = sheets.get(style) ?? new CSSStyleSheet();
  if (!sheets.has(style)) sheet.replaceSync(style[0]);
  sheets.set(style, sheet);
  return sheet;
}
