import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6);

/**
 * Finds what is wrong with the list of bundled packages: it is not CycloneDX, is of another version, or has other scripts than the package.
 *
 * @param {string} folder The folder of the package.
 * @param {string} [text] The list.
 * @returns {Promise<string[]>} The problems, in sentences.
 */
export async function judgeSbom(folder, text = readFileSync(join(folder, 'dist/sbom.cdx.json'), 'utf8')) {
  const invalid = await validator.validate(text);
  if (invalid) return [`the list is not CycloneDX 1.6: ${JSON.stringify(invalid)}`];
  const { metadata, components } = JSON.parse(text);
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const problems =
    metadata.component.version === version ? [] : [`the list is of ${metadata.component.version}, the package of ${version}`];
  const listed = new Map(components.filter(({ type }) => type === 'file').map(({ name, hashes }) => [name, hashes[0].content]));
  const scripts = readdirSync(join(folder, 'dist'), { recursive: true }).map((file) => `dist/${String(file).replaceAll('\\', '/')}`);
  for (const file of scripts.filter((name) => name.endsWith('.js'))) {
    const hash = createHash('sha256')
      .update(readFileSync(join(folder, file)))
      .digest('hex');
    if (!listed.has(file)) problems.push(`${file} is not in the list`);
    else if (listed.get(file) !== hash) problems.push(`${file} has another hash than the list has`);
    listed.delete(file);
  }
  return [...problems, ...[...listed.keys()].map((file) => `${file} is in the list alone`)];
}
