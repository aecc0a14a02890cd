import { html as litHtml, type TemplateResult } from 'lit';

/** The texts of each template without the white space behind its values. */
const compacted = new WeakMap<TemplateStringsArray, TemplateStringsArray>();

/**
 * Lit's `html`, without the white space between a value and the next element. Lit inserts the content of a value before the node behind it.
 * Translators replace the text nodes of a page, and a text node that was replaced is no place to insert at. For the same reason, a text that
 * may change is no child: it is the `textContent` of an element.
 */
export function html(strings: TemplateStringsArray, ...values: unknown[]): TemplateResult<1> {
  let texts = compacted.get(strings);
  if (!texts) {
    const [first = '', ...others] = strings;
    const compact = [first, ...others.map((text) => text.replace(/^\s+(?=<)/, ''))];
    texts = Object.assign(compact, { raw: compact });
    compacted.set(strings, texts);
  }
  return litHtml(texts, ...values);
}
