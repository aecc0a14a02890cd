/** The themes as they are published: they set documented properties alone, and everybody can read them. */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { root } from './packed.mjs';

const folder = join(root, 'dist/themes');
const tokens = JSON.parse(readFileSync(join(folder, 'tokens.json'), 'utf8'));
/** Without the copies that have the version in their names. */
const files = readdirSync(folder).filter((file) => /^[a-z]+\.css$/.test(file));
const SKELETON = 'skeleton.css';
const themes = files.filter((file) => file !== SKELETON);
const skeleton = readFileSync(join(folder, SKELETON), 'utf8');
const manifest = JSON.parse(readFileSync(join(root, 'dist/custom-elements.json'), 'utf8'));

/** Ratios by WCAG 2.2: 1.4.3 for text, 1.4.11 for what is not text; 1.4.6 for the theme that is made for contrast. */
const TEXT = 4.5;
const NOT_TEXT = 3;
const MORE = 7;

function luminance(hex) {
  const digits = hex.length === 4 ? [...hex.slice(1)].map((digit) => digit + digit).join('') : hex.slice(1);
  const [red, green, blue] = [0, 2, 4].map((start) => {
    const value = Number.parseInt(digits.slice(start, start + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one, other) {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** The colours of a theme in light or in dark, by the names of their properties without the prefix. */
function readColours(css, scheme) {
  const found = [...css.matchAll(/--balcao-([\w-]+): light-dark\((#\w+), (#\w+)\)/g)];
  return Object.fromEntries(found.map(([, name, light, dark]) => [name, scheme === 'dark' ? dark : light]));
}

describe('the themes', () => {
  it('are three style sheets, the skeleton that each of them ends with, and the list of what they can set', () => {
    assert.deepEqual(files, ['calm.css', 'contrast.css', SKELETON, 'warm.css']);
    for (const file of themes) assert.ok(readFileSync(join(folder, file), 'utf8').endsWith(skeleton), file);
  });

  it('list every custom property of the elements, and no other', () => {
    const described = manifest.modules.flatMap(({ declarations = [] }) =>
      declarations.filter(({ tagName }) => tagName).flatMap(({ cssProperties = [] }) => cssProperties.map(({ name }) => name)),
    );
    assert.deepEqual(new Set(tokens.map(({ name }) => name)), new Set(described));
  });

  for (const file of themes) {
    const css = readFileSync(join(folder, file), 'utf8').replace(skeleton, '');

    it(`${file} sets custom properties that there are, and nothing else`, () => {
      const set = [...css.matchAll(/^\s+([\w-]+):/gm)].map(([, name]) => name);
      assert.ok(set.length > 10);
      for (const name of set) assert.ok(tokens.some((token) => token.name === name), name); // prettier-ignore
    });

    for (const scheme of ['light', 'dark']) {
      it(`${file} can be read in ${scheme}`, () => {
        const colours = readColours(css, scheme);
        const text = file === 'contrast.css' ? MORE : TEXT;
        for (const behind of ['background', 'surface', 'field']) {
          for (const name of ['text', 'muted', 'accent', 'error', 'good', 'warn']) {
            const ratio = contrast(colours[name], colours[behind]);
            assert.ok(ratio >= text, `${name} on ${behind}: ${ratio.toFixed(2)}`);
          }
          assert.ok(contrast(colours.border, colours[behind]) >= NOT_TEXT, `border on ${behind}`);
        }
        assert.ok(contrast(colours['field-text'], colours.field) >= text);
        assert.ok(contrast(colours['on-accent'], colours.accent) >= text);
      });
    }
  }
});
