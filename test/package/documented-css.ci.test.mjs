/** The style sheets of the documents, applied as printed: every declaration of every rule is what the browser computes. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { launchChromium } from '../../scripts/launch-chromium.mjs';
import { blocks } from './documented-blocks.mjs';
import { createTokenEndpoint, openRecipe } from './documented-page.mjs';
import { root } from './packed.mjs';

const { createSandbox } = await import(pathToFileURL(join(root, 'dist/sandbox/index.js')).href);

const SCRIPT = '<script src="/balcao/balcao.min.js"></script>';
const SETTINGS = 'base-url="https://payments.example/" token-url="/shop/token" amount="149.90"';

/** One that draws the methods itself, and one of a layout of the shop's own: only its parts are in the page. */
const CHECKOUTS = `<balcao-checkout ${SETTINGS} order-id="42"></balcao-checkout>
  <balcao-checkout ${SETTINGS} order-id="43"><balcao-card-form></balcao-card-form></balcao-checkout>`;

/**
 * Runs in the page. What each rule of the first style sheet declares, and what is computed of it: `missed` where it is something else,
 * `applied` where a rule has an element.
 */
function compareRules() {
  const findDeep = (node, selector) => [
    ...node.querySelectorAll(selector),
    ...[...node.querySelectorAll('*')].flatMap(({ shadowRoot }) => (shadowRoot ? findDeep(shadowRoot, selector) : [])),
  ];
  /** A part is looked for in all shadow trees of its host, since inner elements export theirs. */
  const findTargets = (selector) => {
    const [, host, part] = /^(.*)::part\(([\w-]+)\)$/.exec(selector) ?? [];
    if (!part) return [...document.querySelectorAll(selector)];
    return [...document.querySelectorAll(host)].flatMap(({ shadowRoot }) => (shadowRoot ? findDeep(shadowRoot, `[part~=${part}]`) : []));
  };
  const compute = (element, name) => getComputedStyle(element).getPropertyValue(name).trim();
  const expect = (element, name, value) => {
    const probe = document.createElement('div');
    probe.style.setProperty(name, value);
    (element.parentElement ?? element).append(probe);
    const expected = compute(probe, name);
    probe.remove();
    return expected;
  };
  /** @type {Record<'applied' | 'missed', string[]>} */
  const found = { applied: [], missed: [] };
  const visit = (rule) => {
    if (rule.media) return matchMedia(rule.conditionText).matches && [...rule.cssRules].forEach(visit);
    for (const element of findTargets(rule.selectorText)) {
      found.applied.push(rule.selectorText);
      for (const name of rule.style) {
        const expected = expect(element, name, rule.style.getPropertyValue(name));
        if (compute(element, name) !== expected) found.missed.push(`${rule.selectorText} ${name}: ${compute(element, name)}`);
      }
    }
  };
  [...document.styleSheets[0].cssRules].forEach(visit);
  return found;
}

/** Declarations as printed that no browser takes: it drops them without a word. Custom properties take anything. */
function listUnknown(code) {
  return [...code.matchAll(/^\s+(?!--)([\w-]+): ([^;]+);$/gm)]
    .filter(([, name, value]) => !CSS.supports(name, value))
    .map(([text]) => text);
}

/** Every selector of a sheet, those within a media query too. */
function listSelectors() {
  const list = (rule) => (rule.media ? [...rule.cssRules].flatMap(list) : [rule.selectorText]);
  return [...document.styleSheets[0].cssRules].flatMap(list);
}

describe('the style sheets of the documents, as printed', () => {
  let browser;
  before(async () => (browser = await launchChromium()));
  after(() => browser?.close());

  async function open(code, script) {
    const sandbox = createSandbox();
    const body = `<!doctype html><html lang="pt-BR"><meta charset="utf-8"><link rel="stylesheet" href="/shop.css">${script}${CHECKOUTS}`;
    const files = { '/': { type: 'html', body }, '/shop.css': { type: 'css', body: code } };
    return openRecipe(browser, { files, endpoints: { '/shop/token': createTokenEndpoint(sandbox) }, sandbox });
  }

  for (const { code, files } of blocks.filter(({ language }) => language === 'css')) {
    it(`are what the browser computes: ${files[0]}: ${code.split('\n', 1)[0]}`, async () => {
      const { page } = await open(code, SCRIPT);
      await page.locator('balcao-checkout [part~=pay-button]').first().waitFor();
      assert.deepEqual(await page.evaluate(listUnknown, code), []);
      const { page: bare } = await open(code, '');
      const [defined, undefinedYet] = [await page.evaluate(compareRules), await bare.evaluate(compareRules)];
      assert.deepEqual([...defined.missed, ...undefinedYet.missed], []);
      const applied = new Set([...defined.applied, ...undefinedYet.applied]);
      assert.deepEqual(
        (await page.evaluate(listSelectors)).filter((selector) => !applied.has(selector)),
        [],
        'rules of nothing',
      );
    });
  }
});
