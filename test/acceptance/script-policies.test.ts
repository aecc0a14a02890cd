import { expect } from '@open-wc/testing';
import { DocumentedTables } from '../model/document.js';
import { waitUntil } from '../support/checkout-page.js';
import { findDeep } from '../support/deep-dom.js';
import { sample } from '../support/run-settings.js';
import { DistCopy } from './dist-copy.js';
import {
  ENGINES,
  HEAD,
  MISTAKES,
  ORIGINS,
  POLICIES,
  SCRIPTS,
  createPolicyPage,
  findOutcome,
  listCells,
  type Engine,
  type Hashes,
  type Origin,
  type PageOutcome,
  type Script,
  type ScriptPolicy,
} from './script-policies.js';
import { findOtherOrigin, ShopFrame } from './shop-frame.js';

const engine: Engine = ENGINES.find((name) => navigator.userAgent.includes(name === 'Chromium' ? 'Chrome' : name)) ?? 'WebKit';

/** A script that is not of ours, and that no policy allows. */
const FOREIGN = '<script>globalThis.foreign = true</script>';

interface Cell {
  policy: ScriptPolicy;
  script: Script;
  origin: Origin;
}

function listPages(policies: readonly ScriptPolicy[]): Cell[] {
  const testable = policies.filter(({ more }) => more === undefined || 'trustedTypes' in globalThis);
  return testable.flatMap((policy) =>
    SCRIPTS.flatMap((script) => (policy.origins ?? ORIGINS).map((origin) => ({ policy, script, origin }))),
  );
}

async function openPage({ policy, script, origin }: Cell, attributes = ''): Promise<ShopFrame> {
  // A folder of its own: Chromium keeps in memory that a file had another hash than a page wanted.
  const copy = await DistCopy.open({ hasCors: policy.mistake !== 'no CORS' });
  const hashes: Hashes = await (await fetch('/dist/integrity.json', { cache: 'no-store' })).json();
  const { csp, head } = await createPolicyPage(policy, script, copy.base(origin), hashes);
  return ShopFrame.open((tag) => `${FOREIGN}${head}\n${tag.replace(' ', ` ${attributes} `)}`, { csp });
}

/** Types a card and pays, if there are fields. */
async function use(frame: ShopFrame): Promise<PageOutcome> {
  if (!frame.window.customElements.get('balcao-checkout')) {
    expect(frame.window).not.to.have.property('Balcao');
    return 'not loaded';
  }
  const page = await frame.checkout();
  await page.fill();
  await page.clickPay();
  const end = await waitUntil(() => page.eventNames.find((name) => /approved|declined|failed|unconfirmed/.test(name)), 'the end');
  if (end === 'balcao-approved') {
    await page.outcome(/Pagamento aprovado.*R\$ 149,90.*Visa final 1111/);
    return 'pays';
  }
  await page.outcome(/O pagamento não carregou e nada foi cobrado/);
  expect((await frame.room.state()).requests).to.deep.equal([]);
  expect(page.field('number').value, 'nothing is lost').to.match(/^4111/);
  return 'stops';
}

/** What the policy blocked. Engines differ in how exactly they name a directive. */
async function listBlocked(frame: ShopFrame): Promise<string[]> {
  return (await frame.violations()).map((report) => report.replace('-elem', ''));
}

describe('the script under a policy', () => {
  let frame: ShopFrame | undefined;
  let document: DocumentedTables;

  before(async () => {
    document = await DocumentedTables.open('security.md');
  });

  afterEach(() => {
    frame?.close();
    frame = undefined;
  });

  it('does what docs/security.md says', () => {
    document.check('script policies', HEAD, POLICIES.map(listCells));
    document.check('script mistakes', HEAD, MISTAKES.map(listCells));
  });

  for (const cell of [POLICIES, MISTAKES].flatMap((policies) => sample(listPages(policies), 3, ENGINES.indexOf(engine)))) {
    const { policy, script, origin } = cell;
    const outcome = findOutcome(policy, engine, script);

    it(`${outcome}: ${policy.name}, by the ${script} tag, files from ${origin === 'own' ? "the page's own" : 'another'} origin`, async () => {
      frame = await openPage(cell);

      expect(await use(frame)).to.equal(outcome);

      const charges = (await frame.room.charges()).map(({ amount, last4 }) => ({ amount, last4 }));
      expect(charges).to.deep.equal(outcome === 'pays' ? [{ amount: 149.9, last4: '1111' }] : []);
      expect(frame.window, 'the policy holds').not.to.have.property('foreign');
      if (outcome === 'pays') expect(await listBlocked(frame)).to.deep.equal(['script-src inline']);
      const { body } = frame.document;
      if (policy.more !== undefined) expect(() => (body.innerHTML = ''), 'Trusted Types hold').to.throw();
    });
  }

  for (const policy of POLICIES.filter(({ hasNonce, before }) => hasNonce && !before)) {
    for (const script of SCRIPTS) {
      it(`loads what only a lazy file loads: ${policy.name}, by the ${script} tag`, async () => {
        const opened = await openPage({ policy, script, origin: 'other' }, `frame-url="${await findOtherOrigin()}/nothing"`);
        frame = opened;

        await waitUntil(() => findDeep(opened.document.body, 'iframe'), 'the frame of the card fields');

        const blocked = await listBlocked(opened);
        expect(blocked.filter((report) => !report.startsWith('frame-src'))).to.deep.equal(['script-src inline']);
      });
    }
  }

  after(() => document.save());
});
