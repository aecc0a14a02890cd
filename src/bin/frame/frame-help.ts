/** What `balcao frame --help` prints. */
export const FRAME_HELP = `balcao frame: the page of a frame of card fields, for the provider of a payments service to serve.

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
