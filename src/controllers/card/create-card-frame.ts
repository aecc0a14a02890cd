/** Creates the `<iframe>` of a frame of card fields, with no more rights than it needs. It is in no page yet, and has no address. */
export function createCardFrame(): HTMLIFrameElement {
  return Object.assign(document.createElement('iframe'), {
    allow: 'autofill',
    sandbox: 'allow-scripts allow-same-origin allow-forms',
    referrerPolicy: 'origin',
  });
}
