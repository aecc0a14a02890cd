import { Contrib, Enums, Models, Serialize, Spec } from '@cyclonedx/cyclonedx-library';
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { readManifest } from './bundled-packages.mjs';
import { root, version } from './configs.mjs';

/** @import { Bundles } from './bundled-packages.mjs' */

/** The scripts that no bundler writes. They have no code of a package. */
const HAND_WRITTEN = /^(?:lit|node)\//;

const builder = new Contrib.FromNodePackageJson.Builders.ComponentBuilder(
  new Contrib.FromNodePackageJson.Factories.ExternalReferenceFactory(),
  new Contrib.License.Factories.LicenseFactory((text) => {
    throw new Error(`${text} is not the identifier of one licence`);
  }),
);

/**
 * Formats the list of what is in each script of `dist`, in the format CycloneDX: a component for each script and for each package, and in
 * `dependencies` the packages in each script. It has neither a time nor a random number, so each build of a commit writes the same text.
 *
 * @param {string} dist
 * @param {Bundles} bundles
 */
export function formatSbom(dist, bundles) {
  const folders = [...new Set([...bundles.values()].flat())].sort();
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const packages = new Map(folders.map((folder) => [folder, createPackage(folder, lock)]));
  const files = listScripts(dist).map((file) => {
    const own = new Set(findFolders(file, bundles));
    const refs = folders.filter((folder) => own.has(folder)).map((folder) => packages.get(folder)?.bomRef);
    return createFile(dist, file, refs);
  });
  const component = createComponent(readManifest(root), Enums.ComponentType.Application);
  component.dependencies = new Models.BomRefRepository(files.map(({ bomRef }) => bomRef));
  const bom = new Models.Bom({
    metadata: new Models.Metadata({ lifecycles: new Models.LifecycleRepository([Enums.LifecyclePhase.Build]), component }),
    components: new Models.ComponentRepository([...files, ...packages.values()]),
  });
  const normalizers = new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6);
  return `${new Serialize.JsonSerializer(normalizers).serialize(bom, { space: 2 })}\n`;
}

/** Lists the scripts below `dist`, sorted by name. */
function listScripts(dist) {
  const files = readdirSync(dist, { recursive: true }).map((file) => String(file).replaceAll('\\', '/'));
  return files.filter((file) => file.endsWith('.js')).sort();
}

/** Finds the folders of the packages in a script. A copy with the version in its name has those of the script that it is a copy of. */
function findFolders(file, bundles) {
  const folders = HAND_WRITTEN.test(file) ? [] : bundles.get(file.replace(`-${version}`, ''));
  if (!folders) throw new Error(`no build said which packages are in dist/${file}`);
  return folders;
}

function createFile(dist, file, refs) {
  const content = readFileSync(join(dist, file));
  const hash = createHash('sha256').update(content).digest('hex');
  return new Models.Component(Enums.ComponentType.File, `dist/${file}`, {
    bomRef: `dist/${file}`,
    hashes: new Models.HashDictionary([[Enums.HashAlgorithm['SHA-256'], hash]]),
    dependencies: new Models.BomRefRepository(refs),
  });
}

/** Creates the component of a bundled package, with the address and the hash of its tarball. */
function createPackage(folder, lock) {
  const { integrity } = lock[relative(root, folder).replaceAll('\\', '/')];
  const manifest = readManifest(folder);
  const tarball = `https://registry.npmjs.org/${manifest.name}/-/${basename(manifest.name)}-${manifest.version}.tgz`;
  return createComponent({ ...manifest, dist: { tarball, integrity } }, Enums.ComponentType.Library);
}

function createComponent({ name, version: number, author, description, license, dist }, type) {
  const component = builder.makeComponent({ name, version: number, author, description, license, dist }, type);
  if (!component) throw new Error(`${name} is not the name of a package`);
  component.purl = `pkg:npm/${name.replace('@', '%40')}@${number}`;
  component.bomRef.value = component.purl;
  return component;
}
