/** The version of the package, as `package.json` has it. Copies of the same version in a page share their memory of running payments. */
export const VERSION = '0.2.0';
