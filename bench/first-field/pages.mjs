/** The pages that the bench loads. Each loads one script, so that all have the same journeys before it. */

/**
 * @typedef {object} BenchPage
 * @property {string} id What it is called in the table and by `--only`.
 * @property {string} script The path of its script on the bench's server.
 * @property {string} html The page.
 * @property {string[]} path Selectors from the document to what is used first, each within the shadow root of the one before.
 * @property {boolean} [isFramed] Whether the path leads through the document of the page's frame.
 * @property {boolean} [isTold] Whether the path leads to a frame that sends the page `fieldPaintedAt`, ms since the epoch, when its field was painted.
 * @property {boolean} [hasCards] Whether the shopper has cards saved on the device.
 */

/** The customer whose cards `seedCards` saves. */
export const CUSTOMER = 'cliente-1';

/** What the shop's tag says, without methods. */
const SETTINGS = 'base-url="/pagamentos/" amount="149.90" order-id="pedido-1"';
const NUMBER = 'input[name=number]';

function createHtml(script, body) {
  return `<!doctype html><html lang="pt-BR"><meta charset="utf-8"><title>Loja</title><link rel="icon" href="data:,">${script}<body>${body}`;
}

/** A page that loads our module or our classic script, from `folder` of the bench's server. */
function createCheckoutPage(id, folder, file, { attributes = 'methods="card pix"', hasCards = false, head = '' } = {}) {
  const script = `/${folder}/${file}`;
  const tag = file.endsWith('.min.js') ? `<script src="${script}"></script>` : `<script type="module" src="${script}"></script>`;
  return {
    id,
    script,
    hasCards,
    html: createHtml(`${head}${tag}`, `<balcao-checkout ${SETTINGS} ${attributes}></balcao-checkout>`),
    // The customer's card is chosen: the first thing to use is the button that pays with it.
    path: ['balcao-checkout', ...(hasCards ? ['balcao-saved-cards', '[part~=pay-button]'] : ['balcao-card-form', NUMBER])],
  };
}

const BARE = '/bench/bare-input.js';
const LIT = '/bench/lit-input.js';

/** What every other page is compared with. @type {BenchPage[]} */
export const BARE_PAGES = [
  { id: 'bare', script: BARE, html: createHtml(`<script type="module" src="${BARE}"></script>`, ''), path: [NUMBER] },
  { id: 'lit', script: LIT, html: createHtml(`<script type="module" src="${LIT}"></script>`, '<lit-input></lit-input>'), path: ['lit-input', NUMBER] }, // prettier-ignore
];

/** The two pages as most shops have them: the module, and the classic script. */
export const PLAIN_PAGES = ['balcao.js', 'balcao.min.js'].map((file) => createCheckoutPage(file, 'dist', file));

const WITH_CARDS = { attributes: `customer-id="${CUSTOMER}"`, hasCards: true };

/**
 * @param {object} options
 * @param {boolean} options.hasRelease Whether there is a released build to compare with.
 * @param {string | undefined} options.cardsFile The name of the file with the list of saved cards, below `dist`.
 * @returns {BenchPage[]}
 */
export function listPages({ hasRelease, cardsFile }) {
  return [
    ...BARE_PAGES,
    ...PLAIN_PAGES,
    createCheckoutPage('balcao.js+cards', 'dist', 'balcao.js', WITH_CARDS),
    createCheckoutPage('balcao.js+cards+preload', 'dist', 'balcao.js', {
      ...WITH_CARDS,
      head: `<link rel="modulepreload" href="/dist/${cardsFile}">`,
    }),
    createCheckoutPage('balcao.min.js+cards', 'dist', 'balcao.min.js', WITH_CARDS),
    createCheckoutPage('balcao.js+en', 'dist', 'balcao.js', { attributes: 'methods="card pix" lang="en"' }),
    ...(hasRelease ? [createCheckoutPage('release.js', 'release', 'balcao.js'), createCheckoutPage('release.min.js', 'release', 'balcao.min.js')] : []), // prettier-ignore
  ];
}
