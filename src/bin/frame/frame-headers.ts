import type { FrameConfigFile } from './frame-config.js';

/** The regular expression for the end of a file name with a hash. The content of such a file never changes. */
const HASHED_NAME = '-[0-9a-f]+\\.(?:js|css)$';

/** The values of `Cache-Control`: a file with a hash in its name may be cached for a year, the page must be revalidated on every use. */
const CACHE_CONTROL = { hashed: 'public, max-age=31536000, immutable', named: 'no-cache' } as const;

/**
 * The browser features that the card fields do not need. `autofill` is missing from the list because the fields use it, and
 * `local-network-access` because a service on this machine needs it.
 */
const UNUSED_FEATURES = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'camera',
  'clipboard-read',
  'clipboard-write',
  'compute-pressure',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'identity-credentials-get',
  'idle-detection',
  'keyboard-map',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'otp-credentials',
  'payment',
  'picture-in-picture',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'storage-access',
  'sync-xhr',
  'usb',
  'window-management',
  'xr-spatial-tracking',
];

/**
 * Creates the headers of every response from a frame's folder, except `Cache-Control`, which depends on the file. `importMap` is the source
 * expression of the page's import map.
 */
export function createHeaders({ service, origins }: FrameConfigFile, importMap: string): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${importMap}`,
    "style-src 'self'",
    `connect-src ${new URL(service).origin}`,
    `frame-ancestors ${origins.join(' ')}`,
    "form-action 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types lit-html',
  ];
  return {
    'Content-Security-Policy': policy.join('; '),
    'X-Content-Type-Options': 'nosniff',
    'Strict-Transport-Security': 'max-age=63072000',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'Permissions-Policy': UNUSED_FEATURES.map((feature) => `${feature}=()`).join(', '),
  };
}

/** Returns the value of `Cache-Control` for a file of a frame's folder. */
export function selectCacheControl(name: string): string {
  return new RegExp(HASHED_NAME).test(name) ? CACHE_CONTROL.hashed : CACHE_CONTROL.named;
}

type Headers = Readonly<Record<string, string>>;

/** Formats the headers for the configs of three servers, ready to paste. No value contains a double quote, a `$` or a brace. */
export function formatHeaderBlocks(headers: Headers): string {
  return [formatNginx(headers), formatCaddy(headers), formatNode(headers)].join('\n\n');
}

/**
 * Formats the headers for nginx. All `add_header` lines are in one block: a block with its own `add_header` ignores those of outer blocks.
 */
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
