/**
 * The first import of every browser test file: each begins with the storage of a new browser. What the files before it have left would
 * make readings slower, and the search for digits longer.
 */
const startTimer = globalThis.setTimeout.bind(globalThis);

/** A database that another page holds on to is left as it is. */
const LIMIT_MS = 2000;

async function deleteDatabase({ name }: IDBDatabaseInfo): Promise<void> {
  if (name === undefined) return;
  const request = indexedDB.deleteDatabase(name);
  await new Promise((resolve) => {
    for (const end of ['success', 'error'] as const) request.addEventListener(end, resolve);
    startTimer(resolve, LIMIT_MS);
  });
}

/** Empties localStorage and deletes every database of the origin. */
export async function clearStorage(): Promise<void> {
  localStorage.clear();
  const databases = await indexedDB.databases();
  await Promise.all(databases.map(deleteDatabase));
}

await clearStorage();
