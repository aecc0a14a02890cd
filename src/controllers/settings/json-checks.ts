import { JSON_SETTINGS } from './json-child.js';
import type { SettingsProblem } from './settings.js';

const PLACE = 'the JSON in its <script type="application/json">';

/**
 * Says what is wrong with the text of an element's JSON child. A slip of the pen there takes settings away without a word, those that
 * say who may be paid too, so nothing is sent then. A text that is still coming is not judged.
 */
export function checkJson(text: string): readonly SettingsProblem[] {
  if (text === '') return [];
  try {
    const unknown = Object.keys(Object(JSON.parse(text))).filter((key) => !JSON_SETTINGS.some((name) => name === key));
    return unknown.map((key) => createProblem(`"${key}" is no key of ${PLACE}. It may hold fees, feeMode, offer, profile and texts.`));
  } catch {
    return document.readyState === 'loading' ? [] : [createProblem(`${PLACE} cannot be read. Check its syntax.`)];
  }
}

function createProblem(message: string): SettingsProblem {
  return { setting: 'script', message };
}
