/** Looks for digits of a card where none may be. */
const PART_LENGTH = 8;
const SEPARATORS = /(?<=\d)[ \u00a0.\-_/]{1,3}(?=\d)/g;

/** The texts that hold eight digits in a row of a number, whatever stands between them. */
export function findDigits(texts, number) {
  const parts = Array.from({ length: number.length - PART_LENGTH + 1 }, (_, at) => number.slice(at, at + PART_LENGTH));
  return texts.filter((text) => [text, text.replace(SEPARATORS, '')].some((form) => parts.some((part) => form.includes(part))));
}

/** Every string in the heap of a page, or of a frame that has a process of its own. */
export async function readHeap(session) {
  const chunks = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  return JSON.parse(chunks.join('')).strings;
}

/** Everything of a page that another script in it could read: run in the page. */
export async function readPage() {
  const roots = (root) => [root, ...[...root.querySelectorAll('*')].flatMap(({ shadowRoot }) => (shadowRoot ? roots(shadowRoot) : []))];
  const elements = roots(document).flatMap((root) => [...root.querySelectorAll('*')]);
  const texts = roots(document).map((root) => (root.documentElement ?? root).textContent);
  const attributes = elements.flatMap((element) => [...element.attributes].map(({ value }) => value));
  const values = elements.flatMap((element) => ('value' in element ? [String(element.value)] : []));
  const settle = (request) =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const records = [];
  for (const { name } of await indexedDB.databases()) {
    const database = await settle(indexedDB.open(name ?? ''));
    const stores = [...database.objectStoreNames];
    for (const store of stores) records.push(JSON.stringify(await settle(database.transaction(store).objectStore(store).getAll())));
    database.close();
  }
  const storage = [localStorage, sessionStorage].flatMap((area) => Object.entries({ ...area }).flat());
  const addresses = [location.href, document.cookie, document.title, JSON.stringify(history.state), window.name];
  return [...texts, ...attributes, ...values, ...records, ...storage, ...addresses];
}
