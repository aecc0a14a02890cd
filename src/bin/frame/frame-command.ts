import { UsageError, loadJsonFile, type Command, type CommandIo, type CommandValues } from '../command.js';
import { parseConfig, type FrameConfigFile } from './frame-config.js';
import { formatHeaderBlocks } from './frame-headers.js';
import { writeFrame, type WrittenFrame } from './write-frame.js';

/** The output of `balcao frame --help`. */
const FRAME_HELP = `balcao frame: the page of a frame of card fields, for the provider of a payments service to serve.

Usage: balcao frame --config FILE --out DIR [options]

Writes static files for one shop, and prints the headers that they must be served with. The shop's pages name the address of DIR in
frame-url; the card is typed there, and never reaches them.

Options:
  --config FILE   A JSON file: {"service": "https://payments.example/v1/", "origins": ["https://shop.example"]}, and where needed
                  "profile": {...}, "token": {"claim": "merchant", "value": "shop-1"}.
  --out DIR       Where the files go: a folder that is empty, not there, or written by this command before.
  --profile FILE  A module with the parts of the profile that are functions: export default { ... }. It imports nothing.
  --json          Print one JSON object: {"files": {"index.html": {"integrity": ..., "cacheControl": ...}, ...}, "headers": {...}}.
  --help, -h      Print this.

Examples:
  npx balcao frame --config shop-1.json --out public/shop-1/v1
  npx balcao frame --config shop-1.json --profile profile.mjs --out public/shop-1/v1 --json

Exit codes: 0 written, 1 the files could not be made, 2 wrong usage`;

const OPTIONS = {
  config: { type: 'string' },
  out: { type: 'string' },
  profile: { type: 'string' },
  json: { type: 'boolean' },
} as const;

/** The command `balcao frame`: writes the provider's page with the card fields, for one shop. */
export const frameCommand: Command<typeof OPTIONS> = {
  name: 'frame',
  summary: 'Write the page of a frame of card fields, for the provider of a service to serve',
  help: FRAME_HELP,
  options: OPTIONS,
  run: runFrame,
};

async function runFrame(values: CommandValues<typeof OPTIONS>, { stdout }: CommandIo): Promise<number> {
  const { config, out: folder, profile, json: isJson = false } = values;
  if (config === undefined) throw new UsageError('Which shop is it for? Give its file: --config FILE.');
  if (folder === undefined) throw new UsageError('Where should the files go? Give a folder: --out DIR.');
  const written = await writeFrame(await loadConfigFile(config), { folder, profileFile: profile });
  stdout(isJson ? JSON.stringify(written, null, 2) : formatWritten(written, folder));
  return 0;
}

function formatWritten({ files, headers }: WrittenFrame, folder: string): string {
  const names = Object.keys(files);
  return [
    `Wrote ${names.length} files to ${folder}:`,
    ...names.map((name) => `  ${name}`),
    '',
    "Serve them over https from an origin that is not the shop's, with these headers, and name the address of index.html in frame-url.",
    '',
    formatHeaderBlocks(headers),
  ].join('\n');
}

/**
 * Reads the JSON file of a frame's config.
 *
 * @throws {UsageError} The file cannot be read, is not JSON, or is not a valid config. The message lists every mistake.
 */
async function loadConfigFile(file: string): Promise<FrameConfigFile> {
  const { config, problems } = parseConfig(await loadJsonFile('--config', file));
  if (config) return config;
  throw new UsageError([`--config: ${file} cannot be used:`, ...problems.map((problem) => `  ${problem}`)].join('\n'));
}
