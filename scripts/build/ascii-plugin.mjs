/**
 * Writes a chunk's other characters as escapes. A classic script takes the encoding of its page, and shops in ISO-8859-1 are many in
 * Brazil: "código" must not become "cÃ³digo" there. (Modules are always UTF-8.)
 *
 * @returns {import('vite').Plugin}
 */
export function asciiPlugin() {
  return createEscapePlugin(/[^\0-\x7f]/g);
}

/**
 * Writes characters beyond Latin-1 as escapes: one of them, and an engine keeps the whole file with two bytes a character.
 *
 * @returns {import('vite').Plugin}
 */
export function latinPlugin() {
  return createEscapePlugin(/[^\0-\xff]/g);
}

/**
 * An escape means the same in strings, templates and regular expressions alike; `String.raw` is the exception, which our sources do not use.
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
