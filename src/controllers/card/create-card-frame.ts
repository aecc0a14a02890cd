/**
 * Creates the `<iframe>` for a frame of card fields, with only the permissions that it needs. It is not inserted into a page yet and has no
 * `src`.
 */
export function createCardFrame(): HTMLIFrameElement {
  return Object.assign(document.createElement('iframe'), {
    allow: 'autofill',
    sandbox: 'allow-scripts allow-same-origin allow-forms',
    referrerPolicy: 'origin',
  });
}
