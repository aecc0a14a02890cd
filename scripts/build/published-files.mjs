import { createHash } from 'node:crypto';
import { copyFileSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { version } from './configs.mjs';

/** Returns whether a page loads a file by a fixed name. Each such file has a copy with the version in its name. */
const isNamed = (file) => /^(?:balcao(?:(?:\.all)?\.min)?\.js|themes\/[\w-]+\.css)$/.test(file);

/** Adds the version to a name: `balcao.min.js` -> `balcao-0.1.0.min.js`, `themes/calm.css` -> `themes/calm-0.1.0.css`. */
function addVersion(file) {
  return file.replace(/^([\w/-]+)/, `$1-${version}`);
}

/** @returns {string[]} The files below `dist` that a page loads from a server: scripts and style sheets, sorted by name. */
function listServed(dist) {
  const list = (folder, ending) =>
    readdirSync(join(dist, folder))
      .filter((file) => file.endsWith(ending))
      .sort()
      .map((file) => (folder ? `${folder}/${file}` : file));
  const scripts = list('', '.js').filter((file) => file.startsWith('balcao'));
  return [...scripts, ...list('lazy', '.js'), ...list('themes', '.css')];
}

/**
 * Copies the files with fixed names to names with the version, which a CDN may cache for ever. The copies are in the same folder, so that
 * the scripts find their lazy files, whose names already have a hash.
 */
function copyVersioned(dist) {
  for (const file of listServed(dist).filter(isNamed)) copyFileSync(join(dist, file), join(dist, addVersion(file)));
}

/** Returns the value of the `integrity` attribute for a file's content. */
const hash = (content) => `sha384-${createHash('sha384').update(content).digest('base64')}`;

/**
 * Completes `dist` for shops that serve its files. Writes copies with the version in their names; `integrity.json`, path below `dist` ->
 * value of the `integrity` attribute; and `INTEGRITY.md`, the same for people, with tags to paste.
 */
export function writePublishedFiles(dist) {
  copyVersioned(dist);
  const files = listServed(dist).map((file) => ({ file, content: readFileSync(join(dist, file)) }));
  const rows = files.map(({ file, content }) => ({ file, bytes: content.length, hash: hash(content) }));
  const hashes = Object.fromEntries(rows.map(({ file, hash: value }) => [file, value]));
  writeFileSync(join(dist, 'integrity.json'), `${JSON.stringify(hashes, null, 2)}\n`);
  writeFileSync(join(dist, 'INTEGRITY.md'), formatTable(rows, hashes));
}

function formatTable(rows, hashes) {
  const base = 'https://cdn.example/balcao';
  const attributes = (file) => `integrity="${hashes[file]}" crossorigin="anonymous"`;
  const [classic, module, whole, theme] = ['balcao.min.js', 'balcao.js', 'balcao.all.min.js', 'themes/calm.css'].map(addVersion);
  const lazy = Object.entries(hashes).filter(([file]) => file.startsWith('lazy/'));
  const imports = Object.fromEntries(lazy.map(([file, value]) => [`${base}/${file}`, value]));
  const importMap = `<script type="importmap">\n${JSON.stringify({ integrity: imports }, null, 2)}\n</script>`;
  return `# Balcão ${version}: files and hashes

What this build consists of, for those who serve it. Names with \`${version}\` in them never change their content: keep them for ever
(\`Cache-Control: public, max-age=31536000, immutable\`). So do the files in \`lazy/\`, which \`balcao.js\` and \`balcao.min.js\` load from beside
themselves: upload the folder as it is. The names without a version are the same files, for a server that replaces them with each release.
\`integrity.json\` has the same hashes for programs.

Put your own address for \`${base}\`.

## The classic script

\`\`\`html
${importMap}
<script src="${base}/${classic}" ${attributes(classic)}></script>
\`\`\`

## The module

\`\`\`html
${importMap}
<script type="module" src="${base}/${module}" ${attributes(module)}></script>
\`\`\`

## One file

For a page that can have one file only. It is several times as large as what the other two load before the first field.

\`\`\`html
<script src="${base}/${whole}" ${attributes(whole)}></script>
\`\`\`

## A theme

\`\`\`html
<link rel="stylesheet" href="${base}/${theme}" ${attributes(theme)}>
\`\`\`

## All files

| file | bytes | integrity |
| ---- | ----: | --------- |
${rows.map(({ file, bytes, hash: value }) => `| \`${file}\` | ${bytes} | \`${value}\` |`).join('\n')}
`;
}
