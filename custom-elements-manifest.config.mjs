/** The manifest of the elements, from their doc blocks (see CONTRIBUTING.md). */
export default {
  globs: ['src/elements/**/*.ts'],
  exclude: ['src/elements/**/*.styles.ts'],
  outdir: 'dist',
  litelement: true,
};
