import { CheckoutError } from '../../domain/errors.js';
import { once } from '../../domain/once.js';

/** The version of the sealed format, which is authenticated too. */
const VERSION = '1';

/** The length of a key of AES-256, bytes. */
const KEY_BYTES = 32;

/** The length of a random IV by NIST SP 800-38D, 8.2.2, bytes. At one refresh an hour, the limit of 2^32 encryptions is never reached. */
const IV_BYTES = 12;

/** Encryption of texts for a database. */
export interface SealedBox {
  /** Encrypts a text with the first key. `name` identifies the text, and must be the same when the text is opened. */
  seal(text: string, name: string): Promise<string>;
  /** Decrypts a text; `undefined` if no key opens it, if it was changed, or if it was sealed with another name. */
  open(sealed: string, name: string): Promise<string | undefined>;
}

/**
 * Creates encryption at rest by AES-256-GCM. A key is 32 random bytes in base64 (`openssl rand -base64 32`), from the environment. With
 * several keys, the first one seals and all of them open: put a new key first, and remove the old key once everything was sealed again.
 * Throws `invalid-config`; the error does not contain the key.
 */
export function createSealedBox(keys: string | readonly string[]): SealedBox {
  const raw = (typeof keys === 'object' ? keys : [keys]).map(parseKey);
  if (raw.length === 0) throw new CheckoutError('invalid-config', 'key is missing: make one by "openssl rand -base64 32".');
  const imported = once(() => Promise.all(raw.map((key) => crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['encrypt', 'decrypt']))));
  return {
    async seal(text, name) {
      const [key] = await imported();
      if (!key) throw new CheckoutError('invalid-config', 'key is missing.');
      const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
      const data = await crypto.subtle.encrypt(createRules(iv, name), key, new TextEncoder().encode(text));
      return [VERSION, formatBase64(iv), formatBase64(new Uint8Array(data))].join('.');
    },
    async open(sealed, name) {
      const [version, iv, data, ...rest] = sealed.split('.');
      if (version !== VERSION || iv === undefined || data === undefined || rest.length > 0) return undefined;
      for (const key of await imported()) {
        try {
          const text = await crypto.subtle.decrypt(createRules(parseBase64(iv), name), key, parseBase64(data));
          return new TextDecoder('utf-8', { fatal: true }).decode(text);
        } catch {
          // Sealed with another key, or with none of them.
        }
      }
      return undefined;
    },
  };
}

function createRules(iv: Uint8Array<ArrayBuffer>, name: string): AesGcmParams {
  return { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(`balcao ${VERSION} ${name}`) };
}

function parseKey(text: unknown): Uint8Array<ArrayBuffer> {
  const key = typeof text === 'string' && /^[A-Za-z0-9+/]{43}=$/.test(text) ? parseBase64(text) : undefined;
  if (key?.byteLength !== KEY_BYTES) {
    throw new CheckoutError('invalid-config', 'key must be 32 bytes in base64: make one by "openssl rand -base64 32".');
  }
  return key;
}

function formatBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

function parseBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
