import { expect } from '@open-wc/testing';
import { diagnoseService, type DiagnosisOptions } from '../../../src/client/diagnose.js';
import { linesOf } from '../../support/diagnosis-lines.js';
import { broken, FetchStub, json, text } from '../support/fetch-stub.js';

describe('checkStatusUrl', () => {
  const judge = async (reply: ReturnType<typeof json>, more: Partial<DiagnosisOptions> = {}): Promise<string> => {
    const stub = new FetchStub();
    stub.reply(json(200, {}), reply);
    const options = { baseUrl: '/service/', statusUrl: '/shop/status/{charge}', ...more };
    const diagnosis = await diagnoseService(options).finally(() => stub.restore());
    expect(stub.requests.at(-1)).to.include({ url: `${location.origin}/shop/status/balcao-diagnosis` });
    return linesOf(diagnosis).at(-1) ?? '';
  };

  it('is asked about a charge that does not exist', async () => {
    expect(await judge(json(200, { status: 'unknown' }))).to.equal('ok shop: status-url responds 200.');
    expect(await judge(json(404, {}))).to.match(/^warning shop: status-url responds 404 .*address/);
    expect(await judge(json(503, {}))).to.match(/^warning shop: status-url responds 503 /);
    expect(await judge(text(500, '<h1>Error</h1>'))).to.match(/^warning shop: status-url responds 500 /);
    expect(await judge(text(404, 'Not found', 'text/plain'))).to.match(/^warning shop: status-url responds 404 /);
    expect(await judge(text(404, '\n<!doctype html>'))).to.match(/^bad shop: status-url responds 404 with HTML: is its address right\?$/);
    expect(await judge(text(200, '<!doctype html>'))).to.match(/^bad shop: .*200 without JSON/);
    expect(await judge(broken())).to.match(/^bad shop: status-url cannot be read/);
    expect(await judge(broken(), { wasBlocked: (url) => url.includes('status') })).to.match(/^bad policy: .*blocks status-url/);
  });
});
