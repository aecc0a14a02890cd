import { CACHE_CONTROL, HASHED_NAME } from './frame-headers.js';

type Headers = Readonly<Record<string, string>>;

/** The headers as they are written for three servers, ready to paste. No value has a double quote, a `$` or a brace in it. */
export function formatHeaderBlocks(headers: Headers): string {
  return [formatNginx(headers), formatCaddy(headers), formatNode(headers)].join('\n\n');
}

/** `add_header` holds only where its block has no `add_header` of its own further in. */
function formatNginx(headers: Headers): string {
  return [
    '# nginx, in http { }:',
    'map $uri $balcao_cache {',
    `    default "${CACHE_CONTROL.named}";`,
    `    "~${HASHED_NAME}" "${CACHE_CONTROL.hashed}";`,
    '}',
    '',
    "# nginx, in the location { } of the frame's folder:",
    ...Object.entries(headers).map(([name, value]) => `add_header ${name} "${value}" always;`),
    'add_header Cache-Control $balcao_cache always;',
  ].join('\n');
}

function formatCaddy(headers: Headers): string {
  return [
    "# Caddy, in the site or the handle { } of the frame's folder:",
    `@balcaoHashed path_regexp ${HASHED_NAME}`,
    `@balcaoNamed not path_regexp ${HASHED_NAME}`,
    `header @balcaoHashed Cache-Control "${CACHE_CONTROL.hashed}"`,
    `header @balcaoNamed Cache-Control "${CACHE_CONTROL.named}"`,
    'header {',
    ...Object.entries(headers).map(([name, value]) => `    ${name} "${value}"`),
    '}',
  ].join('\n');
}

function formatNode(headers: Headers): string {
  return [
    "// Node, for each response of the frame's folder; path is that of the request's URL, without its query:",
    'const FRAME_HEADERS = {',
    ...Object.entries(headers).map(([name, value]) => `  '${name}': "${value}",`),
    '};',
    'function setFrameHeaders(response, path) {',
    '  for (const [name, value] of Object.entries(FRAME_HEADERS)) response.setHeader(name, value);',
    `  const isHashed = /${HASHED_NAME}/.test(path);`,
    `  response.setHeader('Cache-Control', isHashed ? '${CACHE_CONTROL.hashed}' : '${CACHE_CONTROL.named}');`,
    '}',
  ].join('\n');
}
