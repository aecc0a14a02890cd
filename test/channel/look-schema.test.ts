import { expect } from '@open-wc/testing';
import { lookSchema } from '../../src/channel/look-schema.js';
import { LOOK } from './look.js';

const isTaken = (look: unknown): boolean => lookSchema().safeParse(look).success;

describe('how the fields of a frame may look', () => {
  it('is said by values as a browser computes them', () => expect(isTaken(LOOK)).to.equal(true));

  for (const color of [
    'url(https://evil.test/)',
    'rgb(1, 2, 3) url(https://evil.test/)',
    'rgb(1, 2, 3); background: url(//evil.test)',
    'rgb(1, 2, 3)}',
    'var(--secret)',
    'rgb(var(--secret), 2, 3)',
    'color-mix(in srgb, rgb(1 2 3), rgb(4 5 6))',
    'red',
    'CanvasText',
    'image-set("https://evil.test/" 1x)',
    'rgb(1, 2, 3) /**/',
    `rgb(${'1'.repeat(120)})`,
    '',
    7,
  ]) {
    it(`is by no colour like ${String(color).slice(0, 50)}`, () => {
      expect(isTaken({ ...LOOK, colors: { ...LOOK.colors, text: color } })).to.equal(false);
    });
  }

  for (const font of ['"Arial"', "Arial'", 'Arial; color: red', 'Arial, url(x)', 'a\\62', 'a\nb', '', 'x'.repeat(81), 'f()', 1]) {
    it(`is by no font like ${JSON.stringify(font).slice(0, 30)}`, () => expect(isTaken({ ...LOOK, fonts: [font] })).to.equal(false));
  }

  for (const length of [-1, 201, Number.NaN, Infinity, '12px']) {
    it(`is by no length like ${length}`, () => {
      expect(isTaken({ ...LOOK, lengths: { ...LOOK.lengths, gap: length } })).to.equal(false);
    });
  }

  it('is by no other token, and by all of these', () => {
    expect(isTaken({ ...LOOK, css: 'body{}' })).to.equal(false);
    expect(isTaken({ ...LOOK, colors: { ...LOOK.colors, accent: 'rgb(1, 2, 3)' } })).to.equal(false);
    const { text: _text, ...others } = LOOK.colors;
    expect(isTaken({ ...LOOK, colors: others })).to.equal(false);
    expect(isTaken({ ...LOOK, scheme: 'only light' })).to.equal(false);
    expect(isTaken({ ...LOOK, fonts: Array.from({ length: 21 }, () => 'Arial') })).to.equal(false);
  });
});
