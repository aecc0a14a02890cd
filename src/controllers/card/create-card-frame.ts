/** A document that may list the features that a page can allow to a frame. Chromium's do. */
type FeaturePolicyDocument = Document & { featurePolicy?: { features(): string[] } };

/**
 * Creates the `<iframe>` for a frame of card fields, with only the permissions that it needs. It is not inserted into a page yet and has no
 * `src`. A browser that does not know the feature `autofill` allows autofill without it, and would warn of the unknown name.
 */
export function createCardFrame(): HTMLIFrameElement {
  const { featurePolicy }: FeaturePolicyDocument = document;
  return Object.assign(document.createElement('iframe'), {
    ...(featurePolicy?.features().includes('autofill') && { allow: 'autofill' }),
    sandbox: 'allow-scripts allow-same-origin allow-forms',
    referrerPolicy: 'origin',
  });
}
