import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { listen } from './listen.mjs';

/** WebDriver's code points of the keys that have no character. */
const KEYS = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Control: '\uE009',
  Alt: '\uE00A',
  Escape: '\uE00C',
  Space: ' ',
  PageUp: '\uE00E',
  PageDown: '\uE00F',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  Delete: '\uE017',
  Meta: '\uE03D',
};

const BUTTONS = { left: 0, middle: 1, right: 2 };

function findMiniBrowser() {
  const folders = ['x86_64', 'aarch64'].flatMap((cpu) => ['4.1', '4.0'].map((api) => `/usr/lib/${cpu}-linux-gnu/webkit2gtk-${api}`));
  return folders.map((folder) => `${folder}/MiniBrowser`).find(existsSync);
}

async function findFreePort() {
  const server = createServer();
  const port = await listen(server);
  server.close();
  return port;
}

/** One WebDriver session with WebKitGTK's MiniBrowser, on a display of its own where the machine has none. */
class WebKitSession {
  #processes = [];
  #base;
  #id;

  async start(args) {
    const display = process.env.DISPLAY ?? (await this.#startDisplay());
    const port = await findFreePort();
    this.#base = `http://127.0.0.1:${port}`;
    // Without LANG `navigator.language` is "C".
    // WebKit's compositor would draw by OpenGL, which a machine without a graphics card does in software: a third of all the time.
    const env = { ...process.env, DISPLAY: display, GDK_BACKEND: 'x11', LANG: 'en_US.UTF-8', WEBKIT_DISABLE_COMPOSITING_MODE: '1' };
    this.#processes.push(spawn('WebKitWebDriver', [`--port=${port}`], { env, stdio: 'ignore' }));
    await this.#untilReady();
    // Full screen has no toolbar, so that any viewport size works.
    const browserOptions = { binary: findMiniBrowser(), args: ['--automation', '--full-screen', ...args] };
    const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': browserOptions } };
    this.#id = (await this.#call('POST', '/session', { capabilities })).sessionId;
  }

  async stop() {
    try {
      if (this.#id) await this.#call('DELETE', `/session/${this.#id}`);
    } catch {
      // The browser has gone already.
    }
    for (const child of this.#processes.toReversed()) child.kill();
    this.#processes = [];
    this.#id = undefined;
  }

  send(method, path, body) {
    return this.#call(method, `/session/${this.#id}${path}`, body);
  }

  async #startDisplay() {
    const args = ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'];
    const xvfb = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
    this.#processes.push(xvfb);
    const output = xvfb.stdio[3];
    assert.ok(output);
    const [number] = await once(output, 'data');
    return `:${String(number).trim()}`;
  }

  async #untilReady() {
    for (let attempt = 0; ; attempt += 1) {
      try {
        await fetch(`${this.#base}/status`);
        return;
      } catch (error) {
        if (attempt > 100) throw error;
        await wait(50);
      }
    }
  }

  async #call(method, path, body) {
    const response = await fetch(this.#base + path, { method, body: method === 'POST' ? JSON.stringify(body ?? {}) : null });
    const { value } = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${value?.message ?? response.status}`);
    return value;
  }
}

const keyAction = (type, name) => ({ type, value: KEYS[name] ?? name });
const keyDown = (name) => keyAction('keyDown', name);
const keyUp = (name) => keyAction('keyUp', name);
const pointerMove = (x, y) => ({ type: 'pointerMove', duration: 0, x, y });
const pointerButton = (type, options) => ({ type, button: BUTTONS[options?.button ?? 'left'] });

/** The part of Playwright's Page that the runner's commands use, over WebDriver. */
class WebKitPage {
  #session;

  constructor(session) {
    this.#session = session;
  }

  keyboard = {
    type: (text) => this.#keys([...text].flatMap((character) => [keyDown(character), keyUp(character)])),
    press: (shortcut) => {
      const keys = shortcut.split('+');
      return this.#keys([...keys.map(keyDown), ...keys.toReversed().map(keyUp)]);
    },
    down: (key) => this.#keys([keyDown(key)]),
    up: (key) => this.#keys([keyUp(key)]),
  };

  mouse = {
    move: (x, y) => this.#pointer([pointerMove(x, y)]),
    click: (x, y, options) =>
      this.#pointer([pointerMove(x, y), pointerButton('pointerDown', options), pointerButton('pointerUp', options)]),
    down: (options) => this.#pointer([pointerButton('pointerDown', options)]),
    up: (options) => this.#pointer([pointerButton('pointerUp', options)]),
  };

  async setViewportSize(viewport) {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const script = 'return [innerWidth, innerHeight]';
      const [width, height] = await this.#session.send('POST', '/execute/sync', { script, args: [] });
      if (width === viewport.width && height === viewport.height) return;
      const rect = await this.#session.send('GET', '/window/rect');
      const resized = { width: rect.width + viewport.width - width, height: rect.height + viewport.height - height };
      await this.#session.send('POST', '/window/rect', resized);
      await wait(80);
    }
  }

  async screenshot() {
    return Buffer.from(await this.#session.send('GET', '/screenshot'), 'base64');
  }

  async emulateMedia() {
    throw new Error('WebKitGTK cannot emulate media');
  }

  #keys(actions) {
    return this.#session.send('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
  }

  #pointer(actions) {
    const source = { type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions };
    return this.#session.send('POST', '/actions', { actions: [source] });
  }
}

/** How many pages a browser shows before it is started anew: WebKit keeps 100 MB and more of each, and past 3 GB it does nothing but look for memory. */
const PAGES_OF_A_BROWSER = 8;

/** A Web Test Runner launcher over WebKitWebDriver, MiniBrowser and Xvfb. */
export function webkitGtkLauncher({ width = 1280, height = 720, args = [] } = {}) {
  const session = new WebKitSession();
  const page = new WebKitPage(session);
  let started;
  let activeId;
  let pages = 0;
  return {
    name: 'WebKitGTK',
    type: 'playwright', // makes the runner's commands use getPage()
    concurrency: 1,
    getPage: () => page,
    isActive: (id) => activeId === id,
    // Of a browser that has crashed there is none: its page then counts as one that was left, and the others go on.
    getBrowserUrl: () => session.send('GET', '/url').catch(() => undefined),
    async startSession(id, url) {
      started ??= session.start(args);
      await started;
      activeId = id;
      await page.setViewportSize({ width, height });
      await session.send('POST', '/url', { url });
    },
    async stopSession() {
      // A browser that has crashed is started anew for the next page.
      const isAlive = await session.send('POST', '/url', { url: 'about:blank' }).then(
        () => true,
        () => false,
      );
      activeId = undefined;
      pages += 1;
      if (!isAlive || pages % PAGES_OF_A_BROWSER === 0) {
        await session.stop();
        started = undefined;
      }
      return {};
    },
    async startDebugSession() {
      throw new Error('WebKitGTK has no debug session');
    },
    stop: () => session.stop(),
  };
}
