import { parseBaseUrl } from '../../client/http/service-url.js';
import { isCheckoutError } from '../../domain/errors.js';
import { parseAmount } from '../../domain/money.js';
import type { CardData } from '../../domain/payment.js';
import { UsageError, type Command, type CommandIo, type CommandValues } from '../command.js';
import { parseTestCard } from './card/tokenize.js';
import type { Level } from './examination.js';
import { formatReportJson, formatReport } from './report.js';
import { runDoctor, type DoctorOptions } from './run-doctor.js';

const HELP = `Usage: balcao doctor --base-url URL [options]

Asks a payments service what of the interface it speaks, and prints the profile to paste.
It only reads, unless you let it do more. The token is read from BALCAO_TOKEN.

Options:
  --base-url URL        the service, as the page will have it in base-url
  --origin URL          origin of the page, to check CORS
  --status-path PATH    path of the Pix status query, if not pix/qrCode/{qrCodeId}
  --write               also make a Pix charge, and a token of a test card that is deleted again
  --wait-for-payment    with --write: wait until someone has paid the Pix code, to see the word for paid
  --charge              also charge the test card, once (implies --write)
  --repeat              send that charge again, with its key and with another, to see whether the service knows
                        a repeated one (implies --charge). It charges twice: on test accounts only
  --amount REAIS        amount of the Pix charge and of the card's (default 1.00)
  --json                print the report as JSON
  --help, -h            print this

Environment:
  BALCAO_TOKEN          a bearer token of the service, without "Bearer"
  BALCAO_TEST_CARD      NUMBER, or NUMBER MM/YY CODE: the card to try instead of a well-known test card

Exit codes: 0 nothing is bad, 1 something is bad or missing, 2 wrong usage

Examples:
  BALCAO_TOKEN=... npx balcao doctor --base-url https://payments.example/v1 --origin https://shop.example
  BALCAO_TOKEN=... npx balcao doctor --base-url https://payments.example/v1 --write --wait-for-payment`;

const OPTIONS = {
  'base-url': { type: 'string' },
  origin: { type: 'string' },
  'status-path': { type: 'string' },
  write: { type: 'boolean' },
  'wait-for-payment': { type: 'boolean' },
  charge: { type: 'boolean' },
  repeat: { type: 'boolean' },
  amount: { type: 'string' },
  json: { type: 'boolean' },
} as const;

type Values = CommandValues<typeof OPTIONS>;

/** The command `balcao doctor`: finds out which parts of the interface a service supports, and prints its profile. */
export const doctorCommand: Command<typeof OPTIONS> = {
  name: 'doctor',
  summary: 'Ask a payments service what of the interface it speaks, and print its profile',
  help: HELP,
  options: OPTIONS,
  run: async (values, io) => {
    const report = await runDoctor(parseOptions(values, io));
    const isStopped = io.signal.aborted;
    if (isStopped) io.stderr('Stopped: the report is not whole.');
    io.stdout(values.json ? formatReportJson(report) : formatReport(report));
    return report.isOk && !isStopped ? 0 : 1;
  },
};

/** Parses the options and the environment into the settings of the doctor. */
function parseOptions(values: Values, { env, stderr, signal }: CommandIo): DoctorOptions {
  const level = selectLevel(values);
  const isWaiting = values['wait-for-payment'] === true;
  if (isWaiting && level === 'read') throw new UsageError('--wait-for-payment needs --write.');
  return {
    level,
    token: parseToken(env['BALCAO_TOKEN']),
    baseUrl: parseBaseUrlOption(values['base-url']),
    origin: parseOrigin(values.origin),
    statusPath: parseStatusPath(values['status-path']),
    amountCents: parseAmountOption(values.amount),
    card: parseCard(env['BALCAO_TEST_CARD']),
    signal,
    ...(isWaiting && { onPixCode: (brCode: string) => stderr(`Pay this Pix code, as a customer would:\n\n${brCode}\n\nWaiting ...`) }),
  };
}

function selectLevel({ write, charge, repeat }: Values): Level {
  if (repeat) return 'repeat';
  if (charge) return 'charge';
  return write ? 'write' : 'read';
}

function parseToken(token: string | undefined): string {
  if (!token) throw new UsageError('Put a bearer token of the service into the environment, as BALCAO_TOKEN.');
  if (!/^[!-~]+$/.test(token)) throw new UsageError('BALCAO_TOKEN is the token alone, without "Bearer" and without blanks.');
  return token;
}

function parseBaseUrlOption(text: string | undefined): URL {
  if (text === undefined) throw new UsageError('Give the address of the service: --base-url URL.');
  try {
    return parseBaseUrl(text);
  } catch (error) {
    throw new UsageError(isCheckoutError(error) ? error.message.replace('baseUrl', '--base-url') : '--base-url cannot be used.');
  }
}

/** Returns an origin if it is written as browsers write origins; throws a `UsageError` if not. */
function parseOrigin(text: string | undefined): string | undefined {
  if (text !== undefined && (!URL.canParse(text) || new URL(text).origin !== text)) {
    throw new UsageError('--origin is scheme and host alone, like https://shop.example.');
  }
  return text;
}

function parseStatusPath(text: string | undefined): string | undefined {
  if (text?.includes('{qrCodeId}') === false) throw new UsageError('--status-path has {qrCodeId} where the identifier goes.');
  return text;
}

function parseAmountOption(text = '1.00'): number {
  const cents = parseAmount(text);
  if (!cents) throw new UsageError('--amount is reais above zero, with a point: 1.00.');
  return cents;
}

function parseCard(text: string | undefined): CardData {
  const card = parseTestCard(text, new Date());
  if (!card) throw new UsageError('BALCAO_TEST_CARD is NUMBER, NUMBER MM/YY or NUMBER MM/YY CODE, with a number that can be a card.');
  return card;
}
