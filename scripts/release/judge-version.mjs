/**
 * Finds the contradictions about the version of a release.
 *
 * @param {object} release
 * @param {string} release.version The version in package.json.
 * @param {string} release.source The text of src/domain/version.ts.
 * @param {string} release.changelog The text of CHANGELOG.md.
 * @param {readonly string[]} release.tags The tags of this commit. Without the tag of a version, the commit is no release yet.
 * @returns {string[]} The problems, in sentences.
 */
export function judgeVersion({ version, source, changelog, tags }) {
  const problems = [];
  const known = /VERSION = '(.+)'/.exec(source)?.[1];
  if (known !== version) problems.push(`package.json says ${version}, src/domain/version.ts ${known}`);
  const entry = [...changelog.matchAll(/^## \[(.+)\] - (.+)$/gm)].find(([, name]) => name === version);
  if (!entry) problems.push(`CHANGELOG.md has no entry "## [${version}] - DATE"`);
  const releases = tags.filter((tag) => /^v\d/.test(tag));
  for (const tag of releases.filter((name) => name !== `v${version}`))
    problems.push(`the tag ${tag} is not v${version}, which package.json says`);
  const isDated = /^\d{4}-\d{2}-\d{2}$/.test(entry?.[2] ?? '');
  if (releases.length > 0 && entry && !isDated) problems.push(`CHANGELOG.md gives ${version} no date, but "${entry[2]}"`);
  return problems;
}
