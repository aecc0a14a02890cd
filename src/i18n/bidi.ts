/** Characters that steer the direction of what stands around them: marks, embeddings, overrides and isolates. */
const CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Letters that are written from right to left: Hebrew, Arabic, Syriac, N'Ko and others, with their presentation forms. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** A name of a store or a service without the characters that could turn the words around it. For a text that an element isolates (`<bdi>`). */
export function stripBidiControls(name: string): string {
  return name.replace(CONTROLS, '');
}

/** The same for a place that can hold no element, such as an attribute: what is written from right to left is isolated by U+2068 and U+2069. */
export function isolateName(name: string): string {
  const plain = stripBidiControls(name);
  return RIGHT_TO_LEFT.test(plain) ? `\u2068${plain}\u2069` : plain;
}
