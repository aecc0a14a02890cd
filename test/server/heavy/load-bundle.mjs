/** What is bundled: the public modules of these folders of `src`. */
export const BUNDLED = ['server', 'sandbox', 'client'];

/** Everything that a bundle of `bundleShop` exports, in one object. */
export async function loadBundle(url) {
  const modules = await Promise.all(BUNDLED.map((name) => import(new URL(`${name}.mjs`, url).href)));
  return Object.assign({}, ...modules);
}
