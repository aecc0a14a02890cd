import { expect } from '@open-wc/testing';
import { en } from '../../src/i18n/en.js';
import { es } from '../../src/i18n/es.js';
import { detectLanguage, fillText, loadTexts } from '../../src/i18n/language.js';
import { ptBrBoleto } from '../../src/i18n/pt-br-boleto.js';
import { ptBrFirst } from '../../src/i18n/pt-br-first.js';
import { ptBr } from '../../src/i18n/pt-br.js';
import { growText, growTexts } from './grown-texts.js';

/** All texts in Portuguese: those of a boleto come with its element. */
const portuguese: Readonly<Record<string, string>> = { ...ptBr, ...ptBrBoleto };

const DICTIONARIES: Readonly<Record<string, Readonly<Record<string, string>>>> = { 'pt-BR': portuguese, en, es };

/** Words and turns of Portugal, for which Brazil has others. */
const OF_PORTUGAL = [
  /ecrã|telemóvel|ficheiro|palavra-passe|morada|utilizador|multibanco|cêntimo|autocarro|comboio|sítio/i,
  /\b(?:actual|contacto|facto|connosco|registar|aceder|equipa|encomenda|prestaç|introduza|prima|carregue|guardámos|de momento)/i,
  /\b(?:teus?|tuas?|tens|podes|queres)\b/i,
  // "A processar…" is "Processando…" in Brazil.
  /(?:^|[.!?:] )A \p{L}+[aei]r\b/u,
];

/** Peninsular forms, and the formal address that the other texts do not use. */
const OF_SPAIN = /\b(?:vosotros|vuestr\p{L}+|ordenador|móvil|usted|introduz\p{L}+|pulsad?|pedid|coged)\b/iu;

/** What blames, or is for developers. */
const OF_MACHINES = [
  /\b(?:erro|falha|inválid[ao]s?|incorret[ao]s?|error|invalid|incorrect|wrong|inválid[ao]|incorrect[ao])\b/i,
  /\b(?:HTTP|timeout|token|API|null|undefined)\b/i,
  /\b[45]\d\d\b/,
];

function listPlaces(text: string): string[] {
  return (text.match(/\{\w+\}/g) ?? []).toSorted();
}

/** The texts of a dictionary that match one of these. */
function findTexts(texts: Readonly<Record<string, string>>, ...patterns: readonly RegExp[]): string[] {
  return Object.entries(texts)
    .filter(([, text]) => patterns.some((pattern) => pattern.test(text)))
    .map(([key, text]) => `${key}: ${text}`);
}

describe('the dictionaries', () => {
  for (const [language, texts] of Object.entries(DICTIONARIES)) {
    it(`have every text in ${language}, and no other`, () => {
      expect(Object.keys(texts).toSorted()).to.deep.equal(Object.keys(portuguese).toSorted());
      expect(findTexts(texts, /^\s*$|^\s|\s$| {2}/)).to.deep.equal([]);
    });

    it(`have the same places for values in ${language}`, () => {
      const places = Object.entries(texts).map(([key, text]) => [key, listPlaces(text)]);
      expect(Object.fromEntries(places)).to.deep.equal(
        Object.fromEntries(Object.entries(portuguese).map(([key, text]) => [key, listPlaces(text)])),
      );
    });

    it(`neither blame nor show a code in ${language}`, () => {
      expect(findTexts(texts, ...OF_MACHINES)).to.deep.equal([]);
    });

    it(`are written with the signs of print in ${language}`, () => {
      expect(findTexts(texts, /\.\.\.|["']|\s[.,;:!?]/)).to.deep.equal([]);
    });
  }

  it('speak as Brazil does', () => {
    expect(findTexts(portuguese, ...OF_PORTUGAL)).to.deep.equal([]);
    for (const text of ['Carregue no ecrã', 'o teu cartão', 'A processar o pagamento…', 'Contacto', 'Utilizador'])
      expect(findTexts({ text }, ...OF_PORTUGAL), text).to.have.length(1);
  });

  it('speak Spanish as Latin America does', () => {
    expect(findTexts(es, OF_SPAIN)).to.deep.equal([]);
  });

  it('translate: no text is left in Portuguese', () => {
    // The same words in both languages.
    const shared: Readonly<Record<string, readonly string[]>> = {
      en: ['methodPix', 'planFee', 'planTotal', 'total'],
      es: [
        ...['cancel', 'checking', 'code', 'expirationHint', 'methodPix', 'pay', 'pixCopyAgain', 'pixCopy', 'protocol', 'total'],
        ...['offerFrom', 'planFee', 'planParts', 'planTotal', 'identifierCopy', 'identifierCopied', 'receiptOrder'],
      ],
    };
    for (const [language, known] of Object.entries(shared)) {
      const same = Object.entries(DICTIONARIES[language] ?? {}).filter(([key, text]) => portuguese[key] === text);
      expect(same.map(([key]) => key).filter((key) => !known.includes(key))).to.deep.equal([]);
    }
  });

  it('have the words of the first load among all words', () => {
    expect(ptBr).to.include(ptBrFirst);
  });
});

describe('the language of a page', () => {
  for (const [tag, language] of [
    ['pt-BR', 'pt-BR'],
    ['pt', 'pt-BR'],
    ['pt-PT', 'pt-BR'],
    ['PT_br', 'pt-BR'],
    ['en', 'en'],
    ['en-US', 'en'],
    ['EN-gb', 'en'],
    ['es-419', 'es'],
    ['es_MX', 'es'],
    ['fr', 'pt-BR'],
    ['C', 'pt-BR'],
    ['', 'pt-BR'],
    ['eng', 'pt-BR'],
    [undefined, 'pt-BR'],
    [null, 'pt-BR'],
  ] as const) {
    it(`is ${language} for ${String(tag) || 'an empty tag'}`, () => {
      expect(detectLanguage(tag)).to.equal(language);
    });
  }

  it('loads the dictionary that it names', async () => {
    expect(await loadTexts('en')).to.equal(en);
    expect(await loadTexts('es')).to.equal(es);
  });

  it('fills values in, also more than once, and leaves a place without a value as it is', () => {
    expect(fillText('{a} e {b}, {a}', { a: 1, b: '$&' })).to.equal('1 e $&, 1');
    expect(fillText('Pagar {amount}', {})).to.equal('Pagar {amount}');
  });
});

describe('texts that grow', () => {
  it('are 40 % longer, with their places', () => {
    expect(growText('Parcelas')).to.equal('Parcelaselas');
    expect(growText('Pagar {amount}')).to.equal('Pagar {amount} Pagar');
    for (const [key, text] of Object.entries(growTexts())) {
      const original = portuguese[key] ?? '';
      expect(text.length, key).to.be.at.least(Math.floor(original.length * 1.4));
      expect(listPlaces(text), key).to.deep.equal(listPlaces(original));
    }
  });
});
