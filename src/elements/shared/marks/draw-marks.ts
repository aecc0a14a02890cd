import { noChange } from 'lit';
import { Directive, directive, type DirectiveResult, type ElementPart } from 'lit/directive.js';
import { DRAWINGS, type Attributes, type Mark } from './drawings.js';

/** The attributes of every mark: a picture alone, whose words are rendered beside it. */
const FRAME: Attributes = { width: 34, height: 22, viewBox: '0 0 34 22', 'aria-hidden': 'true' };

/** A card of the mark's own colour, with an edge that shows on light and on dark, whatever colours are forced. */
const PLATE = { borderRadius: '4px', boxShadow: 'inset 0 0 0 1px #8887', forcedColorAdjust: 'none' };

/**
 * Draws marks without templates: as templates, each would be in memory twice, with Lit's comments between its shapes. Marks are drawn again only when
 * others are to be shown.
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
 * Draws a mark, 34 x 22 px, in the `<svg>` that it is written in, or several beside each other in any other element:
 * `<svg ${drawMarks('visa')}></svg>`, `<span ${drawMarks(['visa', 'elo'])}></span>`.
 */
export const drawMarks: (marks: Mark | readonly Mark[]) => DirectiveResult = directive(MarksDirective);

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
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
}
