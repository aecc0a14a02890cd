import '../../../src/elements/pix/define.js';
import { expect } from '@open-wc/testing';
import jsQR from 'jsqr';
import { loadQr, type QrDrawing } from '../../../src/elements/charges/qr-symbol.js';
import { waitUntil } from '../../support/checkout-page.js';
import type { Room } from '../../support/sandbox-room.js';
import { PixPage } from './pix-page.js';

/** What an independent reader makes of the drawing as a square picture of this side, on a page of this colour. */
async function decode(svg: SVGElement, sidePx: number, pageColor: string): Promise<string | undefined> {
  const copy = svg.cloneNode(true) as SVGElement;
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  const picture = new Image(sidePx, sidePx);
  picture.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  await picture.decode();
  const canvas = document.createElement('canvas');
  const margin = 40;
  canvas.width = canvas.height = sidePx + 2 * margin;
  const context = canvas.getContext('2d');
  if (!context) return undefined;
  context.fillStyle = pageColor;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, margin, margin, sidePx, sidePx);
  const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height);
  return jsQR(data, width, height)?.data;
}

/** Text as a Pix code has it, of exactly this length: lower case makes it bytes. */
function createCode(length: number): string {
  return `00020126${'pix.example/V2/aB3'.repeat(20)}`.slice(0, length - 8) + '6304A1F9';
}

describe('balcao-pix: the QR', () => {
  let room: Room;
  let page: PixPage | undefined;
  let draw: (text: string) => QrDrawing;

  before(async () => {
    draw = await loadQr();
  });

  afterEach(() => page?.page.remove());

  const open = async (more: Record<string, unknown> = {}): Promise<SVGSVGElement> => {
    const opened = await PixPage.settings();
    room = opened.room;
    page = await PixPage.open({ ...opened.settings, ...more });
    await page.create();
    const svg: Element = await page.part('qr');
    if (!(svg instanceof SVGSVGElement)) throw new Error('The QR is no SVG.');
    return svg;
  };

  for (const [scheme, color] of [
    ['light', '#fff'],
    ['dark', '#000'],
  ] as const) {
    it(`is read at 200 px by another reader on a ${scheme} page`, async () => {
      const svg = await open({ style: `color-scheme: ${scheme}` });
      expect(await decode(svg, 200, color)).to.equal((await room.state()).pix[0]?.text);
    });
  }

  it('comes with the code, not with the next second of the countdown', async () => {
    page = await PixPage.open((await PixPage.settings()).settings);
    await page.page.clickPay();
    await page.part('pix-code');
    expect(page.find('qr')).to.exist;
  });

  it('is read at 200 px for codes of up to 250 characters', async () => {
    const svg = await open();
    const path = svg.querySelectorAll('path');
    for (const length of [130, 154, 155, 192, 193, 230, 231, 250]) {
      const code = createCode(length);
      const { size, path: d } = draw(code);
      svg.setAttribute('viewBox', `0 0 ${size} ${size}`);
      path[0]?.setAttribute('d', `M0 0h${size}v${size}H0z`);
      path[1]?.setAttribute('d', d);
      expect(await decode(svg, 200, '#000'), String(length)).to.equal(code);
    }
  });

  it('draws the longest code that there may be', () => {
    expect(draw('x'.repeat(512)).size).to.equal(85);
  });

  it('keeps four light modules around the symbol, in a white that no theme changes', async () => {
    const svg = await open({ style: 'color-scheme: dark' });
    const [light, dark] = svg.querySelectorAll('path');
    const size = svg.viewBox.baseVal.width;
    expect(light?.getBBox()).to.include({ x: 0, y: 0, width: size, height: size });
    expect(dark?.getBBox()).to.include({ x: 4, y: 4, width: size - 8, height: size - 8 });
    expect(light && getComputedStyle(light).fill).to.equal('rgb(255, 255, 255)');
    expect(getComputedStyle(svg).getPropertyValue('forced-color-adjust') || 'none').to.equal('none');
  });

  for (const width of [800, 320, 254, 200]) {
    it(`has modules of whole pixels in ${width} px`, async () => {
      const svg = await open({ style: `width: ${width}px` });
      const side = svg.getBoundingClientRect().width;
      expect(side).to.be.at.most(width);
      const modulePx = side / svg.viewBox.baseVal.width;
      if (CSS.supports('width: round(down, 100%, 1px)')) expect(modulePx % 1).to.be.closeTo(0, 0.001);
      expect(modulePx).to.be.at.least(3);
      expect(svg.getBoundingClientRect().height).to.be.closeTo(side, 0.01);
    });
  }

  it('has a short name, not the code', async () => {
    const svg = await open();
    expect(svg.getAttribute('role')).to.equal('img');
    expect(svg.getAttribute('aria-label')).to.equal('QR Code do Pix');
    expect(svg.querySelector('title, text')).to.equal(null);
  });

  it('comes after the code to copy on a phone, and first where there is room', async () => {
    const svg = await open({ style: 'width: 800px' });
    const copy = await waitUntil(() => page?.find('copy-button'), 'the copy button');
    expect(svg.getBoundingClientRect().left).to.be.lessThan(copy.getBoundingClientRect().left);
    expect(svg.getBoundingClientRect().top).to.be.lessThan(copy.getBoundingClientRect().top);
    expect(copy.compareDocumentPosition(svg) & Node.DOCUMENT_POSITION_FOLLOWING, 'read first').to.not.equal(0);
  });
});
