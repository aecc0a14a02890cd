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
  const inSuiteOfFile = (title: string, run: () => void): Mocha.Suite =>
    plainDescribe(file, () => {
      const { describe } = globalThis;
      globalThis.describe = plainDescribe;
      before(`begins ${title}`, async () => {
        forgetEverything();
        await clearStorage();
      });
      run();
      globalThis.describe = describe;
    });
  const describe = (title: string, body: SuiteBody): Mocha.Suite => inSuiteOfFile(title, () => plainDescribe(title, body));
  // Narrows no run by itself: a suite that is narrowed by hand begins as any other.
  const only = (title: string, body: SuiteBody): Mocha.Suite => inSuiteOfFile(title, () => plainDescribe.only(title, body));
  return Object.assign(describe, { only, skip: plainDescribe.skip }) as Mocha.SuiteFunction;
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
