import { UsageError } from '../command.js';
import { readJsonFile } from '../read-json-file.js';
import { readConfig } from './check-config.js';
import type { FrameConfig } from './frame-config.js';

/**
 * Reads the JSON file of a frame's config.
 *
 * @throws {UsageError} The file cannot be read, is no JSON, or is no config: each slip is named.
 */
export async function readConfigFile(file: string): Promise<FrameConfig> {
  const { config, problems } = readConfig(await readJsonFile('--config', file));
  if (config) return config;
  throw new UsageError([`--config: ${file} cannot be used:`, ...problems.map((problem) => `  ${problem}`)].join('\n'));
}
