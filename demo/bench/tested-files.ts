/** A file of this repository that embeds the checkout. The tests build it, open it and pay with it. */
export interface TestedFile {
  label: string;
  /** The path from the root of the repository. */
  path: string;
  text: string;
}

/** The texts of the files, by their paths from this folder. */
const texts = import.meta.glob<string>(
  ['../minimal.html', '../module.html', '../../test/consumers/*/src/App.*', '../../test/consumers/angular/src/app.component.ts'],
  { query: '?raw', import: 'default', eager: true },
);

/** The files, one for each way to embed Balcão in a page. */
export const testedFiles: readonly TestedFile[] = [
  createFile('Script', '../minimal.html'),
  createFile('Módulo ES', '../module.html'),
  createFile('React', '../../test/consumers/react/src/App.tsx'),
  createFile('Vue', '../../test/consumers/vue/src/App.vue'),
  createFile('Svelte', '../../test/consumers/svelte/src/App.svelte'),
  createFile('Angular', '../../test/consumers/angular/src/app.component.ts'),
];

function createFile(label: string, place: string): TestedFile {
  const text = texts[place];
  if (text === undefined) throw new Error(`The demo lacks ${place}`);
  return { label, path: place.replace(/^(?:\.\.\/){2}/, '').replace(/^\.\.\//, 'demo/'), text };
}
