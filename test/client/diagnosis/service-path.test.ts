import { expect } from '@open-wc/testing';
import { diagnoseService, type DiagnosisOptions } from '../../../src/client/diagnose.js';
import { linesOf } from '../../support/diagnosis-lines.js';
import { openRoom, type Room } from '../../support/sandbox-room.js';
import { broken, FetchStub, json, text } from '../support/fetch-stub.js';

describe('judgePath', () => {
  let room: Room;
  beforeEach(async () => (room = await openRoom()));

  /** What is said of a service that gives these responses: to the status of a charge, to a path that nobody has, and to the charge. */
  const judge = async (replies: Parameters<FetchStub['reply']>, more: Partial<DiagnosisOptions> = {}): Promise<string> => {
    const stub = new FetchStub();
    stub.reply(...replies);
    const options = { baseUrl: 'https://payments.example/v1/', getToken: () => 'abc', isCharging: false, ...more };
    const diagnosis = await diagnoseService(options).finally(() => stub.restore());
    expect(stub.requests.map(({ init }) => init.method)).to.satisfy((methods: string[]) => methods.every((method) => method === 'GET'));
    return linesOf(diagnosis).at(-1) ?? '';
  };
  const message = (status: number, words: string): ReturnType<typeof json> => json(status, { message: words });

  for (const path of ['v2/', '../another-room/v2/', '/']) {
    it(`names a wrong path at the right service: ${path}`, async () => {
      const baseUrl = new URL(path, room.baseUrl).href;
      const diagnosis = await diagnoseService({ baseUrl, tokenUrl: room.tokenUrl });
      expect(diagnosis.ok).to.equal(false);
      expect(linesOf(diagnosis).at(-1)).to.match(/^bad service: Nothing shows that a payments service is below .*\/: .*404.*base-url/);
    });
  }

  it('knows the right service by a 404 that is about the charge', async () => {
    expect(linesOf(await diagnoseService({ baseUrl: room.baseUrl, tokenUrl: room.tokenUrl, isCharging: false })).at(-1)).to.equal(
      'ok service: The service responds 404 to a Pix charge that does not exist.',
    );
    const relayed = linesOf(await diagnoseService({ baseUrl: room.relayUrl }));
    expect(relayed.at(-1)).to.equal('ok service: The service responds 404 to a Pix charge that does not exist.');
  });

  it('knows it though the other paths cannot be read', async () => {
    expect(await judge([message(404, 'Cobrança desconhecida.'), broken()])).to.match(/^ok service: .*404 to a Pix charge/);
  });

  it('knows it by the path of the charge, and warns where only the path of the Pix status is wrong', async () => {
    const replies = [text(404, ''), text(404, ''), json(405, {})] as const;
    expect(await judge([...replies])).to.match(
      /^warning service: The service is there, .*404 to pix\/qrCode\/.*profile\.paths\.pixStatus.*status-url/,
    );
    const query = (): Promise<unknown> => Promise.resolve({});
    expect(await judge([...replies], { profile: { pixStatus: { query } } })).to.match(/^ok service: The service is there/);
  });

  for (const status of [403, 405]) {
    it(`warns of a service that responds ${status} to who asks about a Pix charge`, async () => {
      expect(await judge([json(status, {}), text(404, '')])).to.match(new RegExp(`^warning service: The service is there, .* ${status}`));
    });
  }

  it('names what is no payments service', async () => {
    const express = (path: string): ReturnType<typeof text> => text(404, `<pre>Cannot GET /v1/${path}</pre>`);
    const sites = [
      express('pix/qrCode/balcao-diagnosis'),
      express('pix/qrCode/balcao-diagnosis/balcao-diagnosis'),
      express('card/processPayment'),
    ] as const;
    const api = ['pix/qrCode/balcao-diagnosis', 'pix/qrCode/balcao-diagnosis/balcao-diagnosis', 'card/processPayment'].map((path) =>
      message(404, `No route /v1/${path}, request 8f31.`),
    );
    for (const replies of [[...sites], api, [text(403, 'x')], [json(404, {})]])
      expect(await judge(replies)).to.match(/^bad service: Nothing shows that a payments service is below \/v1\/: .*profile\.paths/);
  });

  it('names a web page in the place of the service', async () => {
    expect(await judge([text(200, '<!doctype html>')])).to.match(/^bad service: What is at \/v1\/ responds 200 without JSON/);
  });

  it('does not claim what cannot be told', async () => {
    const reply = message(404, 'Não encontrado. (8f31)');
    expect(await judge([reply])).to.match(/^warning service: It cannot be told whether the payments service is below \/v1\/: .*404/);
  });
});
