// A slow network: the choice of installments is registered when the test says so.
const define = customElements.define.bind(customElements);
const mayCome = new Promise((resolve) => addEventListener('let-installments-come', resolve, { once: true }));
customElements.define = (name, ...rest) => {
  if (name === 'balcao-installments') mayCome.then(() => define(name, ...rest));
  else define(name, ...rest);
};
