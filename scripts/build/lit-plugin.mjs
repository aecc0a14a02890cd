import { readFileSync } from 'node:fs';
import { cut } from './cuts.mjs';
import { UNUSED } from './lit-unused.mjs';

/**
 * Lit, as the script-tag files need it. Each change is a replacement in Lit's own production file, and the build fails where a
 * pattern is no longer found, so that a new Lit cannot silently undo it.
 *
 * - The Trusted Types policy is made with the first template, not with the script, and is named `balcao`: a page that loads the script
 *   twice, or has a Lit of its own, stays within `trusted-types lit-html balcao`, where no name may be made twice.
 * - Evaluated where there is no DOM (Node), nothing throws.
 * - Lit's version lists and the metadata of standard decorators, which our sources do not use, are left out: they are globals, and a
 *   page's own development Lit would warn about the lists.
 * - What no template and no property of ours uses is cut out (`lit-unused.mjs`), and styles are constructable sheets (`lit-css-tag.mjs`).
 */
const CHANGES = {
  'lit-html/lit-html.js': [
    {
      what: 'the Trusted Types policy',
      pattern: /(\w)=(\w)\?\2\.createPolicy\("lit-html",\{createHTML:(\w)=>\3\}\):void 0/,
      replacement: '$1={}',
    },
    {
      what: 'the use of the policy',
      pattern: /return void 0!==(\w)\?\1\.createHTML\((\w)\):\2/,
      replacement:
        'const lazy=globalThis.trustedTypes;return lazy?($1.policy??=lazy.createPolicy("balcao",{createHTML:html=>html})).createHTML($2):$2',
    },
    {
      what: 'the document',
      pattern: /(\w)=document,/,
      replacement: '$1=globalThis.document??{createTreeWalker(){}},',
    },
    { what: 'the version list', pattern: /,\(\w\.litHtmlVersions\?\?=\[\]\)\.push\("[\d.]+"\)/, replacement: '' },
  ],
  '@lit/reactive-element/reactive-element.js': [
    {
      what: 'the metadata of standard decorators',
      pattern: /Symbol\.metadata\?\?=Symbol\("metadata"\),\w\.litPropertyMetadata\?\?=new WeakMap;/,
      replacement: '',
    },
    {
      what: 'the use of that metadata',
      pattern:
        /const (\w)=this\[Symbol\.metadata\];if\(null!==\1\)\{const (\w)=litPropertyMetadata\.get\(\1\);if\(void 0!==\2\)for\(.*?\)this\.elementProperties\.set\(\w,\w\)\}/,
      replacement: '',
    },
    { what: 'the base class', pattern: /extends HTMLElement\{/, replacement: 'extends(globalThis.HTMLElement??class{}){' },
    { what: 'the version list', pattern: /,\(\w\.reactiveElementVersions\?\?=\[\]\)\.push\("[\d.]+"\)/, replacement: '' },
  ],
  'lit-element/lit-element.js': [
    { what: 'the version list', pattern: /\(\w\.litElementVersions\?\?=\[\]\)\.push\("[\d.]+"\);/, replacement: '' },
  ],
};

const CSS_TAG = new URL('./lit-css-tag.mjs', import.meta.url);

/** @returns {import('vite').Plugin} */
export function litPlugin() {
  const changed = new Set();
  return {
    name: 'balcao-lit',
    load(id) {
      return id.endsWith('/node_modules/@lit/reactive-element/css-tag.js') ? readFileSync(CSS_TAG, 'utf8') : undefined;
    },
    transform(code, id) {
      if (id.endsWith('/node_modules/lit-html/directive.js')) this.error('directives are cut out of Lit: see scripts/build/lit-unused.mjs');
      const file = Object.keys(CHANGES).find((name) => id.endsWith(`/node_modules/${name}`));
      if (!file) return undefined;
      changed.add(file);
      const changedCode = applyChanges(code, CHANGES[file], (message) => this.error(`${file}: ${message}`));
      return { code: cut(changedCode, UNUSED[file], file), map: null };
    },
    buildEnd(error) {
      if (error) return;
      const unseen = Object.keys(CHANGES).filter((file) => !changed.has(file));
      if (unseen.length > 0) this.error(`not in the bundle, where it was expected: ${unseen.join(', ')}`);
    },
  };
}

function applyChanges(code, changes, fail) {
  let result = code;
  for (const { what, pattern, replacement } of changes) {
    if (!pattern.test(result))
      fail(`the pattern of ${what} was not found; this Lit is not the one that scripts/build/lit-plugin.mjs knows`);
    result = result.replace(pattern, replacement);
  }
  return result;
}
