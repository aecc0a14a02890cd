import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { launchChromium } from '../../scripts/launch-chromium.mjs';
import { packInto } from '../../scripts/tests/artifacts.mjs';
import { waitUntil } from '../package/documented-server.mjs';
import { startConsumerShop } from './consumer-shop.mjs';
import { buildConsumer, buildWith, installConsumer, openFolder } from './installed.mjs';
import { Shopper } from './shopper.mjs';

/** The compiler's words for `fees` of a wrong type. Each program has its own order of the two kinds of rows. */
const WRONG_FEES = /'number' is not assignable to type '\((?:FeeRow|BrandLimit) \| (?:FeeRow|BrandLimit)\)\[\]'/;

const NO_METHODS = { from: 'methods="card pix"', to: 'methods="cards pix"', complaint: /"cards pix"' is not assignable to type/ };
const NO_TEXT = { from: 'order.nextAmount', to: '20', complaint: /'(?:string \| )?number' is not assignable to type 'string'/ };

/** The samples of docs/frameworks.md that each project compiles; mistakes in its template, and what its own type check is to say of them. */
const CONSUMERS = {
  typescript: {
    file: 'src/main.ts',
    samples: {
      'src/sample.ts': 'const outcome: PaymentOutcome | undefined',
      'src/script-tag.ts': 'declare const Balcao: typeof',
      'server/sample.ts': 'const result = await client.processPayment(',
    },
    // The types bring what they need of the DOM along.
    least: { file: 'tsconfig.json', change: { from: '["ES2022", "DOM"]', to: '["ES2020"]' } },
    mistakes: [
      { from: "'card pix'", to: "'cards pix'", complaint: /"cards pix"' is not assignable to type/ },
      NO_TEXT,
      { from: 'checkout.fees = fees', to: 'checkout.fees = 3', complaint: WRONG_FEES },
      { from: 'detail.amount', to: 'detail.price', complaint: /'price' does not exist/ },
    ],
  },
  react: {
    file: 'src/App.tsx',
    samples: { 'src/Payment.tsx': '({ order, onPaid }: PaymentProps)' },
    mistakes: [
      NO_METHODS,
      NO_TEXT,
      { from: 'fees={fees}', to: 'fees={3}', complaint: WRONG_FEES },
      { from: 'detail.amount', to: 'detail.price', complaint: /'price' does not exist/ },
    ],
  },
  'react-18': {
    base: 'react',
    file: 'src/App.tsx',
    samples: { 'src/Payment.tsx': '({ order, onPaid }: PaymentProps)' },
    mistakes: [NO_METHODS, NO_TEXT, { from: 'fees={fees}', to: 'fees={3}', complaint: WRONG_FEES }],
  },
  vue: {
    file: 'src/App.vue',
    samples: { 'src/Payment.vue': 'defineProps<' },
    mistakes: [
      NO_METHODS,
      NO_TEXT,
      { from: 'fee-payer="customer"', to: 'fee-payer="nobody"', complaint: /"nobody"' is not assignable/ },
      { from: ':fees="fees"', to: ':fees="3"', complaint: WRONG_FEES },
      { from: '$event.detail.amount', to: '$event.detail.price', complaint: /'price' does not exist/ },
    ],
  },
  svelte: {
    file: 'src/App.svelte',
    samples: { 'src/Payment.svelte': '$props()' },
    mistakes: [
      NO_METHODS,
      NO_TEXT,
      { from: 'fee-payer="customer"', to: 'fee-payer="nobody"', complaint: /"nobody"' is not assignable/ },
      { from: '{fees}', to: 'fees={3}', complaint: WRONG_FEES },
      { from: 'detail.amount', to: 'detail.price', complaint: /'price' does not exist/ },
    ],
  },
  angular: {
    file: 'src/app.component.ts',
    samples: { 'src/payment.ts': "selector: 'app-payment'" },
    mistakes: [{ from: '$event.detail.amount', to: '$event.detail.price', complaint: /'price' does not exist/ }],
  },
};

/** The builds that are driven: what users ship, and the development build in which React mounts everything twice. */
const OF_REACT = {
  '': {},
  'in development, mounted twice': { args: ['--mode', 'development', '--outDir', 'dist-twice'], env: { NODE_ENV: 'development' } },
};
const VARIANTS = { react: OF_REACT, 'react-18': OF_REACT };

const all = Object.keys(CONSUMERS);
const chosen = process.env.CONSUMERS?.split(',').filter((name) => all.includes(name)) ?? all;

describe('the packed package', () => {
  let room = 0;
  let folder;
  let tarball;
  let shop;
  let browser;
  before(async () => {
    folder = openFolder();
    tarball = packInto(folder.folder);
    shop = await startConsumerShop();
    browser = await launchChromium();
  });
  after(async () => {
    await browser?.close();
    await shop?.close();
    folder?.close();
  });

  for (const name of chosen) {
    const { base, file, samples, mistakes, least } = CONSUMERS[name];
    const variants = Object.entries(VARIANTS[name] ?? { '': {} });

    describe(`in ${name}`, () => {
      let project;

      it('installs, has the types of its templates, and builds, with the samples of the documents as printed', () => {
        project = installConsumer(name, samples, { folder: folder.folder, tarball, base });
        for (const [, options] of variants) {
          const { status, output } = buildConsumer(project, options);
          assert.equal(status, 0, output);
        }
      });

      for (const [variant, { args = [] }] of variants) {
        const dist = args.at(-1) ?? 'dist';

        describe(variant || 'as shipped', () => {
          let shopper;
          let id;
          const open = async () => {
            id = `${name}-${(room += 1)}`;
            shopper = await Shopper.open(browser, shop.open(join(project, dist), id));
            await shopper.number.waitFor();
          };
          const listCharged = async () => (await shop.charges(id)).map(({ amount }) => amount);

          it('gets settings as attributes and as properties', async () => {
            await open();
            const given = await shopper.checkout.evaluate((element) => [
              element.getAttribute('order-id'),
              String(element.amount),
              element.feePayer,
              element.fees.length,
              typeof element.getToken,
            ]);
            assert.deepEqual(given, [id, '149.90', 'customer', 2, 'function']);
            await shopper.close();
          });

          it('keeps what was typed when the amount changes, pays once, and tells the page', async () => {
            await open();
            await shopper.typeNumber();
            await shopper.wrapAsGift();
            await shopper.typeRest();
            await shopper.chooseInstallments(2);
            assert.equal(await shopper.number.inputValue(), '4111 1111 1111 1111');
            assert.equal(await shopper.pay(), 'Pedido pago: 159.90 em 2x');
            assert.deepEqual(await listCharged(), [159.9]);
            assert.deepEqual(shopper.complaints, []);
            await shopper.close();
          });

          it('can be taken out and put in again, before and after paying', async () => {
            await open();
            for (const _ of [1, 2, 3]) {
              await shopper.goBack();
              await shopper.goToPayment();
            }
            await shopper.typeNumber();
            await shopper.typeRest();
            await shopper.pay();
            await shopper.goBack();
            await shopper.page.getByRole('button', { name: 'Ir ao pagamento' }).click();
            await shopper.page.locator('balcao-card-form').getByText('Pagamento aprovado').waitFor();
            assert.deepEqual(await listCharged(), [149.9]);
            assert.deepEqual(shopper.complaints, []);
            await shopper.close();
          });

          it('keeps two orders apart that share one element', async () => {
            await open();
            await shop.hold(id);
            await shopper.typeNumber();
            await shopper.typeRest();
            await shopper.page.locator('balcao-card-form [part~=pay-button]').click();
            await shopper.page.getByText('Processando o pagamento').waitFor();
            // A payment whose order changes before anything is sent is refused.
            await shop.waitForPending(id);
            await shopper.goToNextOrder();
            await shopper.page.locator('balcao-card-form [part~=pay-button]', { hasText: 'R$' }).waitFor();
            await shop.release(id);
            await shopper.page.getByText('Pedido pago: 149.90 em 1x').waitFor();
            assert.equal(await shopper.page.getByText('Pagamento aprovado').count(), 0);
            await shopper.page.locator('balcao-card-form [part~=pay-button]').click();
            await shopper.page.getByText('Pedido pago: 20.00 em 1x').waitFor();
            await shopper.page.locator('balcao-card-form').getByText('Pagamento aprovado').waitFor();
            assert.deepEqual(await listCharged(), [149.9, 20]);
            assert.deepEqual(shopper.complaints, []);
            await shopper.close();
          });

          it('leaves no element behind', async () => {
            await open();
            for (const _ of [1, 2, 3, 4, 5]) {
              await shopper.goBack();
              await shopper.goToPayment();
            }
            await shopper.goBack();
            // What one of them began, such as a read of its database, may keep it for a moment.
            await waitUntil(async () => (await shopper.countCheckouts()) <= 2, 'the end of all but 2 of 6 checkouts');
            await shopper.close();
          });
        });
      }

      if (least) {
        it('has types that compile with the least `lib` that is promised', () => {
          const { status, output } = buildWith(project, least.file, [least.change]);
          assert.equal(status, 0, output);
        });
      }

      // Last: a build that fails may take the good one's files away, as Angular's does.
      it('finds mistakes in the template', () => {
        const { status, output } = buildWith(project, file, mistakes);
        assert.notEqual(status, 0);
        for (const { complaint } of mistakes) assert.match(output, complaint);
      });
    });
  }
});
