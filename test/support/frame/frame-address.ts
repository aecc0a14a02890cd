import type { FrameConfig } from '../../../src/frame/config.js';

/** The address of the page of a frame with this config: of another origin than the page at `pageUrl`, whose server it has. */
export function writeFrameUrl(config: FrameConfig, pageUrl: string): string {
  const url = new URL('/__frame/', pageUrl);
  url.hostname = url.hostname === '127.0.0.1' ? 'localhost' : '127.0.0.1';
  url.searchParams.set('config', writeSource(config));
  return url.href;
}

/** A value as source. Functions are there by theirs, so they know nothing but their arguments. */
export function writeSource(value: unknown): string {
  if (typeof value === 'function') return writeFunction(String(value));
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined';
  if (Array.isArray(value)) return `[${value.map(writeSource).join()}]`;
  const entries = Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}:${writeSource(each)}`);
  return `{${entries.join()}}`;
}

/** From an arrow function, or from a method of an object. */
function writeFunction(source: string): string {
  const isMethod = /^(?:async )?(?!function\b|async\b)[\w$]+\s*\([^()]*\)\s*\{/.test(source);
  return isMethod ? `Object.values({${source}})[0]` : `(${source})`;
}
