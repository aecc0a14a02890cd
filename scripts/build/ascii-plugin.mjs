/**
 * Creates a plugin that writes the characters of a chunk that are not ASCII as escapes. A classic script is read in the encoding of its
 * page, and many shops in Brazil use ISO-8859-1: "código" must not become "cÃ³digo" there. (Modules are always UTF-8.)
 *
 * @returns {import('vite').Plugin}
 */
export function asciiPlugin() {
  return createEscapePlugin(/[^\0-\x7f]/g);
}

/**
 * Creates a plugin that writes characters outside of Latin-1 as escapes: with a single one of them, an engine stores the whole file with
 * two bytes per character.
 *
 * @returns {import('vite').Plugin}
 */
export function latinPlugin() {
  return createEscapePlugin(/[^\0-\xff]/g);
}

/**
 * Creates a plugin that escapes characters. An escape means the same in strings, templates and regular expressions. The exception is
 * `String.raw`, which our sources do not use.
 *
 * @returns {import('vite').Plugin}
 */
function createEscapePlugin(others) {
  return {
    name: 'balcao-escapes',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type === 'chunk') chunk.code = chunk.code.replace(others, escapeCharacter);
        }
      },
    },
  };
}

function escapeCharacter(character) {
  const code = character.charCodeAt(0);
  return code < 256 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`;
}
