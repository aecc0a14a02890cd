import { html, type TemplateResult } from 'lit';

/** One labelled control with its hint and its error, tied together for assistive technology. */
export interface FieldTemplate {
  /** The control's `id`; its texts derive theirs from it. */
  id: string;
  label: string;
  /** The control, with `aria-describedby` from `describedBy`. */
  control: TemplateResult;
  hint?: string | undefined;
  /** What is wrong, in a sentence that says what to do. */
  error?: string | undefined;
  /** Whether an error is read out with the focus on its control alone. Default false: as soon as it comes. */
  isQuiet?: boolean;
  /** What else is shown of the field, where it has no hint. */
  more?: TemplateResult | undefined;
}

/** The `aria-describedby` of a control rendered by `renderField`. */
export function describedBy(id: string, hint?: string): string {
  return hint ? `${id}-error ${id}-hint` : `${id}-error`;
}

/**
 * Renders a field. The error's live region is there from the start, so that an error is announced when it comes. Texts are properties: as
 * children, each would have a comment of Lit's beside it.
 */
export function renderField({ id, label, control, hint, error = '', isQuiet, more }: FieldTemplate): TemplateResult {
  const below = hint ? html`<p part="hint" class="muted" id="${id}-hint" .textContent=${hint}></p>` : more;
  return html`<div part="field" class="field ${id}">
    <label part="label" for=${id} .textContent=${label}></label>${control}
    <p part="error" class="error" id="${id}-error" aria-live=${isQuiet ? 'off' : 'polite'} .textContent=${error}></p>
    ${below}
  </div>`;
}
