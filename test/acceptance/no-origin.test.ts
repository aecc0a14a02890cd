import { expect } from '@open-wc/testing';
import { waitUntil } from '../support/checkout-page.js';
import { openRoom } from '../support/sandbox-room.js';
import { CLASSIC, MODULE } from './shop-frame.js';

/** Tells the page around of the checkout's problem, or that it can be used. */
const TELL = `<script>
  for (const type of ['balcao-ready', 'balcao-problem'])
    addEventListener(type, ({ type, detail }) => parent.postMessage([type, detail?.error?.message ?? ''], '*'), true);
</script>`;

describe('a page in a sandboxed frame without an origin', () => {
  for (const [name, script] of Object.entries({ classic: CLASSIC, module: MODULE })) {
    it(`accepts whole addresses, by the ${name} script`, async () => {
      const room = await openRoom();
      const told: unknown[] = [];
      const hear = ({ source, data }: MessageEvent<unknown>): void => void (source === frame.contentWindow && told.push(data));
      const frame = Object.assign(document.createElement('iframe'), {
        srcdoc: `${TELL}${script.replace('/dist', `${location.origin}/dist`)}
          <balcao-checkout base-url="${room.baseUrl}" token-url="${room.tokenUrl}" amount="149.90" order-id="${room.name}"></balcao-checkout>`,
      });
      frame.setAttribute('sandbox', 'allow-scripts');
      addEventListener('message', hear);
      document.body.append(frame);

      await waitUntil(() => told.length > 0, 'news of the checkout');

      expect(new Set(told.map(String))).to.deep.equal(new Set(['balcao-ready,']));
      removeEventListener('message', hear);
      frame.remove();
    });
  }
});
