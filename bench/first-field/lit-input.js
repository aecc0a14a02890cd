/** The least that a card field made with Lit can be: one element with a label, a style sheet, a value and an error, and nothing of ours. */
import { css, html, LitElement, nothing } from 'lit';

class LitInput extends LitElement {
  static properties = {
    label: { type: String },
    value: { type: String },
    disabled: { type: Boolean, reflect: true },
    problem: { state: true },
  };

  static styles = css`
    :host {
      display: block;
      font: inherit;
    }
    label {
      display: block;
      font-weight: 600;
    }
    input {
      box-sizing: border-box;
      width: 100%;
      padding: 0.5rem;
      border: 1px solid #767676;
      border-radius: 4px;
      font: inherit;
    }
    input:focus {
      outline: 2px solid #0b57d0;
    }
    [role='alert'] {
      color: #b3261e;
    }
  `;

  constructor() {
    super();
    this.label = 'Número do cartão';
    this.value = '';
    this.disabled = false;
    this.problem = '';
  }

  #change = ({ target }) => {
    this.value = target.value.replace(/\D/g, '').replace(/(\d{4})(?=\d)/g, '$1 ');
    target.value = this.value;
  };

  #leave = () => {
    this.problem = this.value === '' ? 'Digite o número do cartão.' : '';
  };

  render() {
    return html`<label for="number">${this.label}</label>
      <input
        id="number"
        name="number"
        inputmode="numeric"
        autocomplete="cc-number"
        .value=${this.value}
        ?disabled=${this.disabled}
        aria-invalid=${this.problem ? 'true' : 'false'}
        @input=${this.#change}
        @blur=${this.#leave}
      />
      ${this.problem ? html`<p role="alert">${this.problem}</p>` : nothing}`;
  }
}

customElements.define('lit-input', LitInput);
