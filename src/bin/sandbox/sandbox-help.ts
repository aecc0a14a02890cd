/** What `balcao sandbox --help` prints. */
export const SANDBOX_HELP = `balcao sandbox: the payments service on this machine, in memory, to build and to test a shop with.

Usage: balcao sandbox [options]

It prints its base URL (the base-url of the checkout), test cards, amounts that do something, its control page, and each request as one
line: time, method, path, status, duration; each try to notify the webhook, too. No card number is printed. Ctrl+C ends it.

Options:
  --port PORT     Where it listens; 0 for any free port. Default 4174, or a free port where that one is taken.
  --host HOST     The address to listen on. Default 127.0.0.1, this machine alone. On any other address everyone who reaches it controls it.
  --variant FILE  A JSON file that says how this service differs, such as {"pixStatusSystem": "bcb", "cardExpiration": "MM/YY"}.
  --webhook URL   The address on this machine that is notified of paid Pix charges.
  --json          One JSON object a line: {"event":"listening",...}, then {"event":"request",...} and {"event":"webhook",...}.
  --help, -h      Print this.

Examples:
  npx balcao sandbox
  npx balcao sandbox --port 5000 --webhook http://127.0.0.1:3000/shop/pix-webhook
  npx balcao sandbox --variant service.json --json

Exit codes: 0 it was ended by Ctrl+C or SIGTERM, 1 it could not start, 2 wrong usage`;
