import { expect } from '@open-wc/testing';
import { parseBrCode } from '../../../src/domain/pix/br-code.js';
import { crc16 } from '../../../src/domain/pix/crc16.js';
import { brCodeFixtures, invalidBrCodeFixtures } from '../../../src/fixtures/index.js';

/** A sealed static code with some parts replaced. */
function sealCode(
  parts: Partial<Record<'head' | 'pix' | 'mcc' | 'currency' | 'amount' | 'country' | 'name' | 'city' | 'rest', string>>,
): string {
  const all = {
    head: '000201',
    pix: '26240014br.gov.bcb.pix0102ab',
    mcc: '52040000',
    currency: '5303986',
    amount: '',
    country: '5802BR',
    name: '5904Loja',
    city: '6006Recife',
    rest: '',
  };
  const text = `${Object.values({ ...all, ...parts }).join('')}6304`;
  return text + crc16(text);
}

/** A Pix template with the sub-fields given. */
function pixTemplate(subFields: string, id = '26'): string {
  const value = `0014br.gov.bcb.pix${subFields}`;
  return id + String(value.length) + value;
}

function location(url: string): string {
  return pixTemplate(`25${String(url.length).padStart(2, '0')}${url}`);
}

function readReason(code: string): string {
  const answer = parseBrCode(code);
  return answer.ok ? 'ok' : `${answer.reasonClass}: ${answer.reason}`;
}

describe('parseBrCode', () => {
  for (const { id, code, note, source, expected } of brCodeFixtures) {
    it(`reads ${id}: ${note ?? source}`, () => {
      expect(parseBrCode(code)).to.deep.equal({ ok: true, brCode: expected });
    });
  }

  for (const { id, code, note, source, reasonClass, reason } of invalidBrCodeFixtures) {
    it(`refuses ${id}: ${note ?? source}`, () => {
      expect(readReason(code)).to.equal(`${reasonClass}: ${reason}`);
    });
  }

  const structure: readonly (readonly [title: string, code: string, reason: string])[] = [
    ['blanks alone', '  \n ', 'empty'],
    ['513 characters', 'x'.repeat(513), 'too-long'],
    ['a blank before', ` ${sealCode({})}`, 'blank-around'],
    ['a line break after', `${sealCode({})}\n`, 'blank-around'],
    ['a control character inside', sealCode({ name: '5904Lo\u0000a' }), 'control-char'],
    ['a line separator inside', sealCode({ name: '5904Lo\u2028a' }), 'control-char'],
    ['half an emoji inside', sealCode({ name: '5904Lo\ud83da' }), 'control-char'],
    ['00 not first', sealCode({ head: '', rest: '000201' }), 'payload-format'],
    ['another payload format', sealCode({ head: '000202' }), 'payload-format'],
    ['a CRC that is no hex', `${sealCode({}).slice(0, -4)}12G4`, 'crc-format'],
    ['a CRC in the middle that the end repeats', `${sealCode({})}5908${sealCode({}).slice(-8)}`.replace('5904Loja', ''), 'crc-not-last'],
    ['a broken template of another arrangement', sealCode({ rest: '27050099x' }), 'tlv-truncated'],
    ['a repeated sub-field', sealCode({ pix: pixTemplate('0102ab0102cd') }), 'tlv-duplicate'],
  ];
  for (const [title, code, reason] of structure) {
    it(`refuses for its structure ${title}`, () => {
      expect(readReason(code)).to.equal(`structure: ${reason}`);
    });
  }

  const content: readonly (readonly [title: string, code: string, reason: string])[] = [
    ['a point of initiation of 13', sealCode({ head: '000201010213' }), 'point-of-initiation'],
    ['no 52', sealCode({ mcc: '' }), 'mcc'],
    ['no 53', sealCode({ currency: '' }), 'currency'],
    ['no 58', sealCode({ country: '' }), 'country'],
    ['another country', sealCode({ country: '5802US' }), 'country'],
    ['no 59', sealCode({ name: '' }), 'merchant-name'],
    ['no 60', sealCode({ city: '' }), 'merchant-city'],
    ['a template without a name', sealCode({ rest: '27060102ab' }), 'gui-missing'],
    ['two Pix templates', sealCode({ rest: '27240014br.gov.bcb.pix0102ab' }), 'pix-duplicate'],
    ['two recurrences', sealCode({ rest: `${pixTemplate('2503a/b', '80')}${pixTemplate('2503a/b', '81')}` }), 'pix-duplicate'],
    ['a key and a location', sealCode({ pix: pixTemplate('0102ab2503a/b') }), 'key-and-url'],
    ['nobody to pay', sealCode({ pix: pixTemplate('') }), 'receiver-missing'],
    ['a recurrence without a location', sealCode({ rest: pixTemplate('', '80') }), 'receiver-missing'],
    ['a recurrence with a scheme', sealCode({ rest: pixTemplate('2510http://a/b', '80') }), 'url-has-scheme'],
    ...[
      'user@a.com/b',
      'a.com',
      'a.com/',
      'a.com/b c',
      'a.com\\b/c',
      'a.com/b?c=d',
      'a.com/b#c',
      '-a.com/b',
      'a.com:x/b',
      'á.com/b',
      '/b',
    ].map((url) => [`the location ${url}`, sealCode({ pix: location(url) }), 'url-format'] as const),
    ...['1.234', '1,23', '1.234,00', '-1.00', '+1', '1e2', ' 1', '.50', '.', '1.2.3', '12345678901.23', '١'].map(
      (amount) =>
        [`the amount ${amount}`, sealCode({ amount: `54${String(amount.length).padStart(2, '0')}${amount}` }), 'amount-format'] as const,
    ),
  ];
  for (const [title, code, reason] of content) {
    it(`refuses for its content ${title}`, () => {
      expect(readReason(code)).to.equal(`content: ${reason}`);
    });
  }

  const accepted: readonly (readonly [title: string, code: string, field: object])[] = [
    ['an amount of 98.', sealCode({ amount: '540398.' }), { amount: '98.', amountCents: 9800 }],
    ['an amount with one decimal', sealCode({ amount: '540410.5' }), { amountCents: 1050 }],
    [
      'a port in the location',
      sealCode({ pix: location('pix.example.com:8443/v2/a') }),
      { kind: 'dynamic', url: 'pix.example.com:8443/v2/a' },
    ],
    ['a name over 25', sealCode({ name: `5930${'N'.repeat(30)}` }), { merchantName: 'N'.repeat(30) }],
    ['a city over 15', sealCode({ city: `6020${'C'.repeat(20)}` }), { merchantCity: 'C'.repeat(20) }],
    ['a txid over 25', sealCode({ rest: `62340530${'t'.repeat(30)}` }), { txid: 't'.repeat(30) }],
    ['an emoji in the name', sealCode({ name: '5906Loja 😀' }), { merchantName: 'Loja 😀' }],
    ['Pix in another template than 26', sealCode({ pix: '26150011br.com.loja', rest: pixTemplate('0102ab', '51') }), { key: 'ab' }],
    ['reserved fields', sealCode({ rest: '6403xyz7902ab' }), { key: 'ab' }],
  ];
  for (const [title, code, field] of accepted) {
    it(`accepts ${title}`, () => {
      const answer = parseBrCode(code);
      expect(answer.ok ? answer.brCode : answer).to.include(field);
    });
  }
});
