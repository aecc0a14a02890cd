import { UsageError } from '../command.js';
import { FRAME_HELP } from './frame-help.js';
import { formatHeaderBlocks } from './header-blocks.js';
import { readConfigFile } from './read-config-file.js';
import { writeFrame } from './write-frame.js';
import type { Command, CommandIo, CommandValues } from '../command.js';
import type { WrittenFrame } from './write-frame.js';

const OPTIONS = {
  config: { type: 'string' },
  out: { type: 'string' },
  profile: { type: 'string' },
  json: { type: 'boolean' },
} as const;

/** `balcao frame`: the provider's page with the card fields, for one shop. */
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
  const written = await writeFrame(await readConfigFile(config), { folder, profileFile: profile });
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
