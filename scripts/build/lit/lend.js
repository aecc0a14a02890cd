/** The names of a page that Lit's browser build uses while its modules run. */
const STAND_INS = { HTMLElement: Object, document: { createTreeWalker: () => ({}) } };

/** The names that were missing: in a worker or an edge runtime there is no page. */
export const lent = Object.keys(STAND_INS).filter((name) => globalThis[name] === undefined);

for (const name of lent) Object.defineProperty(globalThis, name, { value: STAND_INS[name], configurable: true });
