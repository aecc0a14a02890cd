/// <reference types="node" />
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTextResponse } from '../../sandbox/responses.js';
import { CONTROL_SEGMENT } from '../../sandbox/control.js';
import type { FetchHandler } from '../../sandbox/node.js';

/** The files of the page, by the part of the path after the control segment. The build puts them beside the program. */
const FILES: Readonly<Record<string, { file: string; type: string }>> = {
  '': { file: 'page.html', type: 'text/html' },
  'page.css': { file: 'page.css', type: 'text/css' },
  'panel.css': { file: 'panel.css', type: 'text/css' },
  'page.js': { file: 'page.js', type: 'text/javascript' },
};

const CONTROL_PATH = new RegExp(`^/[\\w-]{1,64}/${CONTROL_SEGMENT}(.*)$`);

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const HEADERS = { 'Content-Security-Policy': POLICY, 'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': 'no-referrer' };

/** Loads the control page, and returns a function that adds it to a service: at `/ROOM/__sandbox/`, for every room. */
export async function serveControlPage(): Promise<(service: FetchHandler) => FetchHandler> {
  const folder = join(import.meta.dirname, 'page');
  const pages = new Map(
    await Promise.all(
      Object.entries(FILES).map(async ([name, { file, type }]) => {
        return [name, { text: await readFile(join(folder, file), 'utf8'), type: `${type}; charset=utf-8` }] as const;
      }),
    ),
  );
  return (service) => async (request, peer) => {
    const name = request.method === 'GET' ? findPageName(new URL(request.url).pathname) : undefined;
    const page = name === undefined ? undefined : pages.get(name);
    return page ? createTextResponse(200, page.text, { 'Content-Type': page.type, ...HEADERS }) : service(request, peer);
  };
}

/** Returns the part of a path after the control segment of a room; `undefined` for any other path. */
function findPageName(pathname: string): string | undefined {
  return CONTROL_PATH.exec(pathname)?.[1];
}
