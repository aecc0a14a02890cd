// `errors` lists what is written to the console as an error.
window.errors = [];
console.error = (...texts) => window.errors.push(texts.join(' '));
