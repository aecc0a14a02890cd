import { format } from 'prettier';
import { tsImport } from 'tsx/esm/api';
import { createCode, createTable } from './tables.mjs';

/** The groups of the texts, by their keys. A key is in the first group that it fits, in the order of the Portuguese texts. */
const GROUPS = [
  { heading: 'Methods and the pay button', keys: /^(method|pay$|pay(ing|Wait)|processing|partMissing|reload)/ },
  { heading: 'Pix', keys: /^(pix|totalCash)/ },
  { heading: 'Boleto', keys: /^boleto/ },
  { heading: 'Installments and fees', keys: /^(installments|plan|fee|offer|total)/ },
  { heading: 'Fields of a card', keys: /^(card(Form|Frame|Name)|number|brand|holder|expiration|code|saveCard|frame)/ },
  { heading: 'Saved cards', keys: /^(card|delet|cancel)/ },
  { heading: 'Outcomes of a payment', keys: /^/ },
];

/** Creates the document of all texts from the dictionaries of the source. */
export async function createTextsDocument() {
  const [first, { ptBrBoleto }, { en }, { es }] = await Promise.all(
    ['pt-br', 'pt-br-boleto', 'en', 'es'].map((name) => tsImport(`../../src/i18n/${name}.ts`, import.meta.url)),
  );
  const ptBr = { ...first.ptBr, ...ptBrBoleto };
  const findGroup = (key) => GROUPS.find(({ keys }) => keys.test(key));
  const sections = GROUPS.map((group) => {
    const names = Object.keys(ptBr).filter((key) => findGroup(key) === group);
    const rows = names.map((key) => [createCode(key), ptBr[key], en[key], es[key]]);
    return `## ${group.heading}\n\n${createTable(['key', 'Portuguese', 'English', 'Spanish'], rows)}`;
  });
  const text = `# Texts

Every text that a shopper can see, by its key: the keys of [\`texts\`](recipes/theming.md), which replaces any of them. Written by
\`node scripts/api-docs.mjs\` from the dictionaries; a test fails when it is stale.

A name in braces, such as \`{amount}\`, is replaced by a value. A text of yours may use those of its row, in any order, or leave them out.
Sentences that only a screen reader says are here too.

<!-- prettier-ignore-start -->

${sections.join('\n')}
<!-- prettier-ignore-end -->
`;
  return format(text, { parser: 'markdown', printWidth: 140, singleQuote: true });
}
