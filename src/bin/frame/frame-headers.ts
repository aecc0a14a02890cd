import type { FrameConfig } from './frame-config.js';

/** Names of files whose content never changes end so. */
export const HASHED_NAME = '-[0-9a-f]+\\.(?:js|css)$';

/** What a cache may keep: a file with a hash in its name for ever, the page never without asking. */
export const CACHE_CONTROL = { hashed: 'public, max-age=31536000, immutable', named: 'no-cache' } as const;

/**
 * What a page may do that the card fields do not need. `autofill` is not among them, and `local-network-access` neither: a service that is
 * tried on this machine needs it.
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

/** The headers of every response that a frame's folder gives, but `Cache-Control`, which depends on the file. */
export function createHeaders({ service, origins }: FrameConfig): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
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

/** How long a file of a frame's folder may be kept. */
export function readCacheControl(name: string): string {
  return new RegExp(HASHED_NAME).test(name) ? CACHE_CONTROL.hashed : CACHE_CONTROL.named;
}
