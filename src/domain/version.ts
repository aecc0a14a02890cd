/** The version of the package, as `package.json` has it. Copies of one version in a page share their memory of what is being paid. */
export const VERSION = '0.1.0';
