import { nodeResolve } from '@rollup/plugin-node-resolve';
import css from 'rollup-plugin-import-css';

export default {
  input: 'src/main.js',
  output: { dir: 'dist/rollup', format: 'es' },
  plugins: [nodeResolve({ browser: true }), css({ output: 'main.css' })],
};
