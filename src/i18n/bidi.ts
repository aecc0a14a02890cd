/** The characters that change the writing direction of the text around them: marks, embeddings, overrides and isolates. */
const CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** The letters that are written from right to left: Hebrew, Arabic, Syriac, N'Ko and others, with their presentation forms. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Removes the characters that change the writing direction from the name of a store or a service. For a text in an element that isolates it
 * (`<bdi>`).
 */
export function stripBidiControls(name: string): string {
  return name.replace(CONTROLS, '');
}

/**
 * Strips a name as {@link stripBidiControls} does, and isolates a right-to-left name by U+2068 and U+2069. For a text that cannot be in an
 * element of its own, such as an attribute.
 */
export function isolateName(name: string): string {
  const plain = stripBidiControls(name);
  return RIGHT_TO_LEFT.test(plain) ? `\u2068${plain}\u2069` : plain;
}
