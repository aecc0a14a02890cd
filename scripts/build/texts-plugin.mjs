import { dirname, join } from 'node:path';

/**
 * Stores the other dictionaries in the script-tag files as their words alone, in the order of the Portuguese keys, which are there
 * anyway: about 1 kB (brotli) of keys. Sources and the npm package keep them as objects.
 *
 * @returns {import('vite').Plugin}
 */
export function textsPlugin() {
  return {
    name: 'balcao-texts',
    enforce: 'post',
    async transform(code, id) {
      const name = /\/src\/i18n\/(en|es)\.ts$/.exec(id)?.[1];
      if (!name) return undefined;
      const folder = dirname(id);
      const readWords = async (file) => readObject(this.parse((await this.load({ id: join(folder, file) })).code));
      const portuguese = { ...(await readWords('pt-br.ts')), ...(await readWords('pt-br-whole.ts')) };
      const words = readObject(this.parse(code));
      const ordered = Object.keys(portuguese).map((key) => words[key] ?? this.error(`${name} lacks ${key}`));
      if (ordered.some((word) => word.includes(DELIMITER))) this.error(`a text of ${name} has a ${DELIMITER} in it`);
      return {
        code: `import{ptBrWhole}from"./pt-br-whole.js";const words=${JSON.stringify(ordered.join(DELIMITER))}.split("${DELIMITER}");
export const ${name}=Object.fromEntries(Object.keys(ptBrWhole).map((key,index)=>[key,words[index]]));`,
        map: null,
      };
    },
  };
}

/** Stands between words and in none of them. */
const DELIMITER = '|';

/** The literal texts of the object that a module exports. */
function readObject({ body }) {
  const { init } = body.find(({ type }) => type === 'ExportNamedDeclaration').declaration.declarations[0];
  const properties = init.properties.filter(({ type }) => type === 'Property');
  return Object.fromEntries(properties.map(({ key, value }) => [key.name ?? key.value, value.value]));
}
