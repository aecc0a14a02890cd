import { expect } from '@open-wc/testing';
import { sample } from '../support/run-settings.js';
import { waitUntil } from '../support/checkout-page.js';
import { CLASSIC, MODULE, ShopFrame, findOtherOrigin, scriptTag, strictPolicy } from './shop-frame.js';

const OWN_LIT = scriptTag('own-lit.js');
const OWN_LIT_MODULE = scriptTag('own-lit.js', 'type="module"');

/** As shops write it whose pages keep a script for long. */
const MODULE_WITH_QUERY = MODULE.replace('.js', '.js?ver=1');
const CLASSIC_WITH_QUERY = CLASSIC.replace('.js', '.js?ver=1');

const withAttribute = (name: string): string => CLASSIC.replace(' ', ` ${name} `);

/** The script's own three lines, alone in their page. */
const PAGES: Readonly<Record<string, (tag: string) => string>> = {
  'the classic script alone': (tag) => `${CLASSIC}\n${tag}`,
  'the module, whose address has a query': (tag) => `${MODULE_WITH_QUERY}\n${tag}`,
  'the script after the tag': (tag) => `${tag}\n${CLASSIC}`,
  'the classic script in the head': (tag) => `<html lang="pt-BR"><head>${CLASSIC}</head><body>${tag}</body></html>`,
  'the classic script, async': (tag) => `<head>${withAttribute('async')}</head><body>${tag}</body>`,
  'the classic script, defer': (tag) => `<head>${withAttribute('defer')}</head><body>${tag}</body>`,
  'the classic script, whose address has a query': (tag) => `${CLASSIC_WITH_QUERY}\n${tag}`,
  'the classic script, twice': (tag) => `${CLASSIC}${CLASSIC}\n${tag}`,
  'the classic script, twice, under two addresses': (tag) => `${CLASSIC}${CLASSIC_WITH_QUERY}\n${tag}`,
  'the module before the classic script': (tag) => `${MODULE}${withAttribute('defer')}\n${tag}`,
  'the classic script under <base href>': (tag) => `<head><base href="/another/folder/">${CLASSIC}</head><body>${tag}</body>`,
  'the classic script by an address that <base href> completes': (tag) =>
    `<head><base href="/dist/">${CLASSIC.replace('/dist/', '')}</head><body>${tag}</body>`,
};

/** Pages with a second Lit, whose policy needs `'allow-duplicates'`. */
const PAGES_WITH_TWO_LITS: Readonly<Record<string, (tag: string) => string>> = {
  'the classic script after a Lit of the page': (tag) => `${OWN_LIT}${CLASSIC}\n${tag}`,
  'the classic script before a Lit of the page': (tag) => `${CLASSIC}${OWN_LIT}\n${tag}`,
  'the module after a Lit of the page': (tag) => `${OWN_LIT_MODULE}${MODULE}\n${tag}`,
  'the module before a Lit of the page': (tag) => `${MODULE}${OWN_LIT_MODULE}\n${tag}`,
  'the classic script and the module': (tag) => `${CLASSIC}${MODULE}\n${tag}`,
  'the module under two addresses': (tag) => `${MODULE}${MODULE_WITH_QUERY}\n${tag}`,
};

/** How a page has the classic script so that the browser does not say where it is from. */
const WITHOUT_ADDRESS: Readonly<Record<string, string>> = {
  'is inlined': '<script>CODE</script>',
  'is imported as a module': '<script type="module" src="/dist/balcao.min.js"></script>',
  'comes from a blob: address': `<script>
    fetch('/dist/balcao.min.js').then((response) => response.blob()).then((blob) => {
      document.head.append(Object.assign(document.createElement('script'), { src: URL.createObjectURL(blob) }));
    });
  </script>`,
  'stands in a shadow root': `<div id="host"></div><script>
    const script = Object.assign(document.createElement('script'), { src: '/dist/balcao.min.js' });
    document.getElementById('host').attachShadow({ mode: 'open' }).append(script);
  </script>`,
};

describe('a page with the script tag, under the strict policy', () => {
  let frame: ShopFrame | undefined;

  afterEach(() => {
    frame?.close();
    frame = undefined;
  });

  for (const [name, markup] of [PAGES, PAGES_WITH_TWO_LITS].flatMap((pages) => sample(Object.entries(pages), 2))) {
    it(`pays with ${name}, and nothing is blocked`, async () => {
      frame = await ShopFrame.open(markup, { hasTwoLits: name in PAGES_WITH_TWO_LITS });
      const page = await frame.checkout();

      await frame.pay(page, /Pagamento aprovado.*R\$ 149,90.*Visa final 1111/);

      expect((await frame.room.charges()).map(({ amount, last4 }) => ({ amount, last4 }))).to.deep.equal([
        { amount: 149.9, last4: '1111' },
      ]);
      expect(page.eventNames.filter((event) => event === 'balcao-approved')).to.have.length(1);
      expect(await frame.violations()).to.deep.equal([]);
      const files = frame.scripts;
      expect(files.filter((file) => file.includes('/balcao.js'))).to.have.members(markup('').match(/\/dist\/balcao\.js[^"]*/g) ?? []);
      const lazy = files.filter((file) => file.includes('/lazy/'));
      expect(lazy, 'each once').to.have.length(new Set(lazy).size);
    });
  }

  it('pays with the classic script that a tag manager puts in', async () => {
    frame = await ShopFrame.open((tag) => `${scriptTag('tag-manager.js')}${tag}`, {
      // Trusted Types ask who makes the address of a script.
      csp: (strict) => strict.replace(/require-trusted-types-for.*/, ''),
    });
    const page = await frame.checkout();

    await frame.pay(page, /Pagamento aprovado/);

    expect(await frame.room.charges()).to.have.length(1);
    expect(await frame.violations()).to.deep.equal([]);
  });

  for (const attribute of ['', 'crossorigin']) {
    it(`pays with the classic script of another origin, ${attribute || 'without crossorigin'}`, async () => {
      const origin = await findOtherOrigin();
      frame = await ShopFrame.open((tag) => `<script ${attribute} src="${origin}/open/balcao.min.js"></script>${tag}`, {
        csp: (strict) => strict.replace('script-src', `script-src ${origin}`),
      });
      const page = await frame.checkout();

      await frame.pay(page, /Pagamento aprovado/);

      expect(await frame.room.charges()).to.have.length(1);
      expect(await frame.violations()).to.deep.equal([]);
      const lazy = frame.scripts.filter((file) => file.includes('/lazy/'));
      expect(lazy.length).to.be.above(0);
      expect(lazy.filter((file) => !file.startsWith('/open/'))).to.deep.equal([]);
    });
  }

  it('charges nothing, and keeps what was typed, where another origin has the classic script without CORS', async () => {
    const origin = await findOtherOrigin();
    frame = await ShopFrame.open((tag) => `<script src="${origin}/closed/balcao.min.js"></script>${tag}`, {
      csp: (strict) => strict.replace('script-src', `script-src ${origin}`),
    });
    const page = await frame.checkout();

    await page.fill();
    await page.clickPay();
    await waitUntil(() => page.eventNames.includes('balcao-failed'), 'the failure');
    await page.element.updateComplete;

    expect(page.part('outcome').textContent).to.contain('nada foi cobrado');
    expect(page.field('number').value).to.equal('4111111111111111');
    expect((await frame.room.state()).requests).to.deep.equal([]);
  });

  for (const [name, script] of sample(Object.entries(WITHOUT_ADDRESS), 2)) {
    it(`charges nothing where the classic script ${name}, and says what to do`, async () => {
      const code = await (await fetch('/dist/balcao.min.js')).text();
      frame = await ShopFrame.open((tag) => `${scriptTag('hear-errors.js')}${script.replace('CODE', () => code)}${tag}`, { csp: null });
      const page = await frame.checkout();

      await page.fill();
      await page.clickPay();
      await waitUntil(() => page.eventNames.includes('balcao-failed'), 'the failure');

      expect(frame.window.errors).to.have.length(1);
      expect(frame.window.errors?.[0]).to.match(/^Balcão: balcao\.min\.js does not know its address, .* use balcao\.all\.min\.js\.$/);
      expect((await frame.room.state()).requests).to.deep.equal([]);
    });
  }

  it('pays with the one file with everything, inlined', async () => {
    const code = await (await fetch('/dist/balcao.all.min.js')).text();
    frame = await ShopFrame.open((tag) => `<script>${code}</script>${tag}`, { csp: null });
    const page = await frame.checkout();

    await frame.pay(page, /Pagamento aprovado/);

    expect(await frame.room.charges()).to.have.length(1);
    expect(frame.scripts).to.deep.equal([]);
  });

  it('would hear of anything that is blocked', async () => {
    frame = await ShopFrame.open((tag) => `<p style="color: red">x</p><script>1</script>${CLASSIC}${tag}`);

    const directives = (await frame.violations()).map((report) => report.split(' ')[0]?.replace(/-(?:attr|elem)$/, ''));

    expect(directives).to.have.members(['script-src', 'style-src']);
  });

  it('fails certainly, and charges nothing, where the policy blocks the service', async () => {
    frame = await ShopFrame.open((tag) => `${CLASSIC}${tag}`, { csp: strictPolicy('') });
    const page = await frame.checkout();

    await frame.pay(page, /O pagamento não foi feito Você não foi cobrado/);

    const [failed] = page.events.filter(({ name }) => name === 'balcao-failed');
    expect(failed?.detail).to.have.nested.property('error.code', 'blocked-by-page');
    expect((await frame.room.state()).requests).to.deep.equal([]);
    expect(page.field('number').value, 'nothing is lost').to.equal('4111 1111 1111 1111');
    expect((await frame.violations()).map((report) => report.split(' ')[0])).to.deep.equal(['connect-src']);
  });

  it('says in words what is blocked, when asked', async () => {
    frame = await ShopFrame.open((tag) => `${CLASSIC}${tag}`, { csp: strictPolicy('') });
    await frame.checkout();

    const diagnosis = await frame.window.Balcao?.diagnose();

    const [finding] = diagnosis?.findings.filter(({ ok }) => !ok) ?? [];
    expect(finding).to.include({ check: 'policy' });
    expect(finding?.message).to.contain('connect-src').and.to.contain(new URL(frame.room.baseUrl).origin);
  });

  it('takes the hashes of integrity.json', async () => {
    const hashes: Record<string, string> = await (await fetch('/dist/integrity.json')).json();
    const tags = Object.entries(hashes).map(([file, hash]) => {
      if (file.endsWith('.css')) return `<link rel="stylesheet" href="/dist/${file}" integrity="${hash}">`;
      const kind = file.endsWith('.min.js') ? '' : 'type="module"';
      return `<script ${kind} src="/dist/${file}" integrity="${hash}" id="${file}"></script>`;
    });
    frame = await ShopFrame.open((tag) => `${tags.join('\n')}\n${tag}`, { hasTwoLits: true });
    const page = await frame.checkout();

    await frame.pay(page, /Pagamento aprovado/);

    expect(tags.length).to.be.above(5);
    const sheets = tags.filter((tag) => tag.startsWith('<link'));
    expect(frame.window.document.styleSheets.length).to.equal(sheets.length);
    expect(await frame.violations()).to.deep.equal([]);
  });

  it('loads nothing under a wrong hash', async () => {
    const hashes: Record<string, string> = await (await fetch('/dist/integrity.json')).json();
    frame = await ShopFrame.open((tag) => `<script src="/dist/balcao.min.js" integrity="${hashes['balcao.js']}"></script>${tag}`);

    expect(frame.window).not.to.have.property('Balcao');
    expect(frame.window.customElements.get('balcao-checkout')).to.equal(undefined);
  });
});
