/** The least that a field made with Lit can be. */
import { css, html, LitElement } from 'lit';

class LitInput extends LitElement {
  static styles = css`
    input {
      font: inherit;
    }
  `;

  render() {
    return html`<label>Número <input name="number" inputmode="numeric" /></label>`;
  }
}

customElements.define('lit-input', LitInput);
