import { fileURLToPath } from 'node:url';

const folder = (name) => fileURLToPath(new URL(`dist/${name}`, import.meta.url));

/** The configuration of a page and of a server; Rspack takes the same. */
export const createConfig = (name, server) =>
  server
    ? {
        mode: 'production',
        target: 'node20',
        entry: './server.js',
        experiments: { outputModule: true },
        output: { path: folder('server'), filename: `${name}.mjs`, module: true, chunkFormat: 'module' },
      }
    : {
        mode: 'production',
        entry: { main: './src/main.js' },
        module: { rules: [{ test: /\.css$/, type: 'css/auto' }] },
        experiments: name === 'webpack' ? { css: true } : {},
        output: { path: folder(name), filename: '[name].js', cssFilename: '[name].css', publicPath: 'auto' },
        performance: { hints: false },
      };

export default ({ server } = {}) => createConfig('webpack', server);
