// A second copy of Balcão, `?from=` its module: the elements of the first one keep their names, so its form is registered under another.
const { CardForm, forgetOrder } = await import(new URL(import.meta.url).searchParams.get('from'));
customElements.define('second-card-form', CardForm);
globalThis.forgetBySecond = forgetOrder;
