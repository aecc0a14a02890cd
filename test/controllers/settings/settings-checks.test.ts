import { expect } from '@open-wc/testing';
import { checkSettings } from '../../../src/controllers/settings/settings-checks.js';
import { readSettings, type SettingsInput } from '../../../src/controllers/settings/settings.js';

const GOOD: SettingsInput = { baseUrl: 'https://payments.example/', tokenUrl: '/token', amount: '149.90' };

/** What is said of settings that are good but for these. */
function problemsOf(input: SettingsInput): string[] {
  const settings = { ...GOOD, ...input };
  return checkSettings(settings, readSettings(settings)).map(({ message }) => message);
}

describe('checkSettings', () => {
  it('takes a name that every object has for no brand', () => {
    expect(problemsOf({ acceptedBrands: 'visa constructor' })).to.deep.equal([
      'accepted-brands="constructor" cannot be used. Write brand names with blanks between, like accepted-brands="visa mastercard elo".',
    ]);
  });
});
