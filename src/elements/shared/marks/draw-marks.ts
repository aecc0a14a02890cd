import { noChange } from 'lit';
import { Directive, directive, type DirectiveResult, type ElementPart } from 'lit/directive.js';
import { DRAWINGS, type Attributes, type Mark } from './drawings.js';

/** The attributes of every mark. It is hidden from screen readers, which read the text beside it. */
const FRAME: Attributes = { width: '34', height: '22', viewBox: '0 0 34 22', 'aria-hidden': 'true' };

/**
 * The style of a small card behind a mark. Its edge is visible on light and dark backgrounds. It keeps its colours when the device forces
 * others.
 */
const PLATE = { borderRadius: '4px', boxShadow: 'inset 0 0 0 1px #8887', forcedColorAdjust: 'none' };

/**
 * Draws marks without templates. As templates, all marks would be in memory twice, with Lit's comment nodes between their shapes. Marks are
 * drawn again only if other marks replace them.
 */
class MarksDirective extends Directive {
  #drawn: string | undefined;

  override render(_marks: Mark | readonly Mark[]): unknown {
    return noChange;
  }

  override update({ element }: ElementPart, [marks]: [Mark | readonly Mark[]]): unknown {
    const wanted = String(marks);
    if (wanted === this.#drawn) return noChange;
    this.#drawn = wanted;
    if (typeof marks !== 'string') element.replaceChildren(...marks.map((mark) => drawInto(create('svg'), mark)));
    else if (element instanceof SVGElement) drawInto(element, marks);
    return noChange;
  }
}

/**
 * Draws a mark of 34 x 22 px. In an `<svg>` it draws one mark; in any other element it draws a list of marks beside each other:
 * `<svg ${drawMarks('visa')}></svg>`, `<span ${drawMarks(['visa', 'elo'])}></span>`.
 */
export const drawMarks: (marks: Mark | readonly Mark[]) => DirectiveResult = directive(MarksDirective);

/** Draws a mark into an `<svg>`, in the place of an earlier mark. */
function drawInto(svg: SVGElement, mark: Mark): SVGElement {
  const { plate, paths = [], word } = DRAWINGS[mark];
  setAttributes(svg, FRAME);
  Object.assign(svg.style, plate ? { ...PLATE, background: plate } : { background: '', boxShadow: '' });
  svg.replaceChildren(...paths.map((path) => setAttributes(create('path'), path)));
  if (!word) return svg;
  const { text, ...attributes } = word;
  const letters = setAttributes(create('text'), attributes);
  letters.textContent = text;
  svg.append(letters);
  return svg;
}

function create(name: 'svg' | 'path' | 'text'): SVGElement {
  return document.createElementNS('http://www.w3.org/2000/svg', name);
}

function setAttributes(element: SVGElement, attributes: Attributes): SVGElement {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}
