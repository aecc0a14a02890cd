// What `http:` on a public host says of itself; the test's own host counts as secure.
Object.defineProperty(window, 'isSecureContext', { value: false });
