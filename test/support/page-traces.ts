import { describeValue, type Trace } from './find-leaks.js';

/** The page's own clock, whatever a test does to it later. */
const { setTimeout: startTimer } = window;
const READ_LIMIT_MS = 1000;

/** Everything that other code on the page, or a later visit, could read: the document, addresses, cookies, forms and storage. */
export async function collectPageTraces(exempt: readonly string[] = []): Promise<Trace[]> {
  return [...collectDocument(exempt), ...collectForms(), ...collectAddresses(), ...collectStorage(), ...(await collectDatabases())];
}

/** Text and attributes of the document and of every open shadow root. The live value of an input is no trace; its attribute is. */
export function collectDocument(exempt: readonly string[] = []): Trace[] {
  const traces: Trace[] = [];
  for (const root of listRoots(document)) {
    const host = root instanceof ShadowRoot ? `the shadow root of <${root.host.localName}>` : 'the document';
    const elements = [...root.querySelectorAll('*')].filter((element) => !isExempt(element, exempt));
    traces.push({ where: `the text of ${host}`, text: readText(root, exempt) });
    for (const element of elements) traces.push(...collectAttributes(element, host));
  }
  return traces;
}

function listRoots(root: Document | ShadowRoot): (Document | ShadowRoot)[] {
  const shadows = [...root.querySelectorAll('*')].flatMap((element) => element.shadowRoot ?? []);
  return [root, ...shadows.flatMap(listRoots)];
}

function isExempt(element: Element, exempt: readonly string[]): boolean {
  return element.matches('script, style') || exempt.some((selector) => element.closest(selector) !== null);
}

/** The text as one string, so that digits spread over several elements are found; but with a mark between blocks. */
function readText(root: Document | ShadowRoot, exempt: readonly string[]): string {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_COMMENT);
  const parts: string[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (parent && isExempt(parent, exempt)) continue;
    parts.push(node.textContent ?? '');
  }
  return parts.join('');
}

/** Drawing instructions are numbers and nothing else. */
const DRAWING = new Set(['d', 'viewBox', 'points', 'transform']);

function collectAttributes(element: Element, host: string): Trace[] {
  const attributes = [...element.attributes].filter(({ name }) => !DRAWING.has(name));
  return attributes.map(({ name, value }) => ({ where: `attribute ${name} of <${element.localName}> in ${host}`, text: value }));
}

/** What the page's own forms would send. Forms inside of our shadow roots are never sent. */
function collectForms(): Trace[] {
  const forms = [...document.forms].filter((form) => [...form.querySelectorAll('*')].some((element) => element.localName.includes('-')));
  return forms.map((form) => ({ where: 'the data of a form', text: describeValue([...new FormData(form)]) }));
}

function collectAddresses(): Trace[] {
  const requested = performance.getEntriesByType('resource').map(({ name }) => ({ where: 'the URL of a request', text: name }));
  return [
    { where: 'location.href', text: decodeAddress(location.href) },
    { where: 'history.state', text: describeValue(history.state) },
    { where: 'document.cookie', text: document.cookie },
    { where: 'document.title', text: document.title },
    { where: 'window.name', text: window.name },
    ...requested.map(({ where, text }) => ({ where, text: decodeAddress(text) })),
  ];
}

function decodeAddress(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

function collectStorage(): Trace[] {
  const areas: [string, Storage][] = [
    ['localStorage', localStorage],
    ['sessionStorage', sessionStorage],
  ];
  return areas.flatMap(([where, area]) => Object.entries({ ...area }).map(([key, value]) => ({ where, text: `${key}: ${value}` })));
}

/** Every record of every database of the origin. */
async function collectDatabases(): Promise<Trace[]> {
  const databases = await withinLimit(indexedDB.databases(), []);
  const read = databases.map(async ({ name }) => (name === undefined ? [] : withinLimit(readDatabase(name), [])));
  return (await Promise.all(read)).flat();
}

/** A database that a test deletes or blocks at this moment is not waited for. */
function withinLimit<T>(answer: Promise<T>, otherwise: T): Promise<T> {
  const limit = new Promise<T>((resolve) => startTimer(() => resolve(otherwise), READ_LIMIT_MS));
  return Promise.race([answer.catch(() => otherwise), limit]);
}

async function readDatabase(name: string): Promise<Trace[]> {
  const opening = indexedDB.open(name);
  // A database that is gone by now must not be made anew.
  opening.onupgradeneeded = () => opening.transaction?.abort();
  const database = await settle(opening);
  database.onversionchange = () => database.close();
  try {
    const stores = [...database.objectStoreNames];
    if (stores.length === 0) return [];
    const transaction = database.transaction(stores, 'readonly');
    const records = stores.map(async (store) => ({
      where: `IndexedDB ${name}, ${store}`,
      text: describeValue([
        await settle(transaction.objectStore(store).getAll()),
        await settle(transaction.objectStore(store).getAllKeys()),
      ]),
    }));
    return await Promise.all(records);
  } finally {
    database.close();
  }
}

function settle<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The request failed.'));
  });
}
