import { forgetEverything, plainIt, searchedIt } from './every-test.js';
import { clearStorage } from './fresh-storage.js';

/** A test file in a page with others. */
interface SharedFile {
  /** From the root of the project. */
  readonly file: string;
  /** Whether each of its tests is followed by the search for card digits. */
  readonly canMeetCards: boolean;
  readonly load: () => Promise<unknown>;
}

type SuiteBody = (this: Mocha.Suite) => void;

const { describe: plainDescribe } = globalThis;

/** A `describe` that puts what a file describes into a suite with the file's name, which begins as the file does in a page of its own. */
function createDescribe(file: string): Mocha.SuiteFunction {
  const wrap =
    (run: (title: string, body: SuiteBody) => Mocha.Suite) =>
    (title: string, body: SuiteBody): Mocha.Suite =>
      plainDescribe(file, () => {
        const { describe } = globalThis;
        globalThis.describe = plainDescribe;
        before(`begins ${title}`, async () => {
          forgetEverything();
          await clearStorage();
        });
        run(title, body);
        globalThis.describe = describe;
      });
  // Who narrows a run by hand has the suite begin as any other.
  return Object.assign(wrap(plainDescribe), { only: wrap(plainDescribe.only), skip: plainDescribe.skip }) as Mocha.SuiteFunction;
}

/** Loads test files one after the other; one that cannot be loaded is a failed test of its own. */
export async function loadTests(files: readonly SharedFile[]): Promise<void> {
  for (const { file, canMeetCards, load } of files) {
    globalThis.it = canMeetCards ? searchedIt : plainIt;
    globalThis.describe = createDescribe(file);
    await load().catch((error: unknown) => {
      plainDescribe(file, () => {
        plainIt('can be loaded', () => {
          throw error;
        });
      });
    });
  }
}
