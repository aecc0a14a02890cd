import { expect } from '@open-wc/testing';
import { allowDigitsIn, findLeaks, registerSecret, searchPage } from './every-test.js';

const NUMBER = '4111111111111111';
const GROUPED = '4111 1111 1111 1111';
const TYPED = '5454617302919872';

/** Plants a leak, searches, takes it away again. */
async function searchWith(plant: () => void | Promise<void>, remove: () => void | Promise<void> = removePlanted): Promise<string[]> {
  await plant();
  const leaks = await searchPage();
  await remove();
  return leaks;
}

function show(markup: string): () => void {
  return () => {
    const container = document.createElement('div');
    container.id = 'planted';
    container.innerHTML = markup;
    document.body.append(container);
  };
}

function removePlanted(): void {
  document.querySelector('#planted')?.remove();
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('planted', 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore('notes', { autoIncrement: true });
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error ?? new Error('cannot open'));
  });
}

async function writeToDatabase(): Promise<void> {
  const database = await openDatabase();
  await new Promise<void>((resolve) => {
    const transaction = database.transaction('notes', 'readwrite');
    transaction.objectStore('notes').add({ note: { card: NUMBER } });
    transaction.oncomplete = () => resolve();
  });
  database.close();
}

function deleteDatabase(): Promise<void> {
  return new Promise((resolve) => {
    indexedDB.deleteDatabase('planted').onsuccess = () => resolve();
  });
}

/** Ends when the browser has noted the request, which is some time after its answer. */
function requestWithNumber(): Promise<void> {
  return new Promise((resolve) => {
    const observer = new PerformanceObserver((list) => {
      if (!list.getEntries().some(({ name }) => name.includes(NUMBER))) return;
      observer.disconnect();
      resolve();
    });
    observer.observe({ type: 'resource' });
    void fetch(`/?card=${NUMBER}`);
  });
}

/** A field as the card form has it, in a shadow root, and a key typed into it. */
function typeInto(name: string, value: string): void {
  const host = document.createElement('div');
  host.id = 'planted';
  const input = Object.assign(document.createElement('input'), { name, value });
  host.attachShadow({ mode: 'open' }).append(input);
  document.body.append(host);
  input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
}

describe('the search after every test', () => {
  it('finds nothing on a clean page', async () => {
    expect(await searchPage()).to.deep.equal([]);
  });

  it('finds a number in the detail of an event that does not bubble', async () => {
    const error = new Error(`declined for ${NUMBER}`);
    const leaks = await searchWith(() => {
      document.createElement('p').dispatchEvent(new CustomEvent('balcao-planted', { detail: { deep: { error } } }));
    });
    expect(leaks).to.deep.equal(['a card number in the event balcao-planted']);
  });

  it('finds a number in an attribute', async () => {
    const leaks = await searchWith(show(`<p title="${NUMBER}"></p>`));
    expect(leaks).to.deep.equal(['a card number in attribute title of <p> in the document']);
  });

  it('finds a number in the attribute `value` of an input, and not in its live value', async () => {
    const leaks = await searchWith(() => {
      show('<input>')();
      const input = document.querySelector<HTMLInputElement>('#planted input');
      if (input) input.value = NUMBER;
    });
    expect(leaks).to.deep.equal([]);
    expect(await searchWith(show(`<input value="${NUMBER}">`))).to.deep.equal([
      'a card number in attribute value of <input> in the document',
    ]);
  });

  for (const text of [NUMBER, GROUPED, '4111-1111-1111-1111', '4111.1111.1111.1111', '<b>4111</b><i>1111</i><b>1111</b><i>1111</i>']) {
    it(`finds a number in the text: ${text.replace(/\d(?=\d{2})/g, '#')}`, async () => {
      expect(await searchWith(show(`<p>${text}</p>`))).to.deep.equal(['a card number in the text of the document']);
    });
  }

  it('finds a number in the text of a shadow root inside of a shadow root', async () => {
    const leaks = await searchWith(() => {
      show('')();
      const inner = document.createElement('span');
      document.querySelector('#planted')?.attachShadow({ mode: 'open' }).append(inner);
      inner.attachShadow({ mode: 'open' }).append(GROUPED);
    });
    expect(leaks).to.deep.equal(['a card number in the text of the shadow root of <span>']);
  });

  for (const method of ['debug', 'error', 'info', 'log', 'warn'] as const) {
    it(`finds a number in console.${method}`, async () => {
      expect(await searchWith(() => console[method]('', { card: { number: NUMBER } }))).to.deep.equal([
        `a card number in console.${method}`,
      ]);
    });
  }

  it('finds a number in localStorage', async () => {
    const leaks = await searchWith(
      () => localStorage.setItem('planted', JSON.stringify({ number: NUMBER })),
      () => localStorage.removeItem('planted'),
    );
    expect(leaks).to.deep.equal(['a card number in localStorage']);
  });

  it('finds a number in sessionStorage', async () => {
    const leaks = await searchWith(
      () => sessionStorage.setItem('planted', GROUPED),
      () => sessionStorage.removeItem('planted'),
    );
    expect(leaks).to.deep.equal(['a card number in sessionStorage']);
  });

  it('finds a number in IndexedDB', async () => {
    expect(await searchWith(writeToDatabase, deleteDatabase)).to.deep.equal(['a card number in IndexedDB planted, notes']);
  });

  it('finds a number in the address and in the state of the history', async () => {
    const { href } = location;
    const leaks = await searchWith(
      () => history.replaceState({ number: NUMBER }, '', `#${encodeURIComponent(GROUPED)}`),
      () => history.replaceState(null, '', href),
    );
    expect(leaks).to.deep.equal(['a card number in location.href', 'a card number in history.state']);
  });

  it('finds a number in a cookie', async () => {
    const leaks = await searchWith(
      () => void (document.cookie = `planted=${NUMBER}`),
      () => void (document.cookie = 'planted=; max-age=0'),
    );
    expect(leaks).to.deep.equal(['a card number in document.cookie']);
  });

  it('finds a number in the URL of a request', async () => {
    const leaks = await searchWith(requestWithNumber, () => performance.clearResourceTimings());
    expect(leaks).to.deep.equal(['a card number in the URL of a request']);
  });

  it('finds a number in a message to other tabs', async () => {
    const leaks = await searchWith(() => {
      const channel = new BroadcastChannel('planted');
      channel.postMessage({ number: NUMBER });
      channel.close();
    });
    expect(leaks).to.deep.equal(['a card number in a message to other tabs']);
  });

  it('finds a part of a number that was typed', async () => {
    typeInto('number', TYPED);
    expect(await searchPage()).to.deep.equal([]);
    removePlanted();
    expect(await searchWith(show(`<p>${TYPED.slice(0, 8)}</p>`))).to.deep.equal(['a part of the card number in the text of the document']);
    expect(await searchWith(show(`<p>final ${TYPED.slice(-4)}</p>`))).to.deep.equal([]);
  });

  it('finds a security code that was typed, where it stands alone', async () => {
    typeInto('securityCode', '739');
    removePlanted();
    expect(await searchWith(show('<p data-code="739">R$ 1.739,00; 27390</p>'))).to.deep.equal([
      'a security code in attribute data-code of <p> in the document',
    ]);
  });

  it('finds a secret that a test registered', async () => {
    registerSecret('4812');
    expect(await searchWith(() => console.log('{"securityCode":"4812"}'))).to.deep.equal(['a security code in console.log']);
  });

  it('passes over what the page shows on purpose', async () => {
    allowDigitsIn('[data-published]');
    expect(await searchWith(show(`<ul data-published><li data-number="${NUMBER}">${GROUPED}</li></ul>`))).to.deep.equal([]);
  });
});

describe('findLeaks', () => {
  const secrets = { numbers: new Set([NUMBER]), typedNumbers: new Set<string>(), texts: new Set<string>() };

  it('says where and what, and not the digits', () => {
    expect(findLeaks([{ where: 'a place', text: `x${GROUPED}y` }], secrets)).to.deep.equal(['a card number in a place']);
  });

  it('leaves last digits, masks and instants alone', () => {
    const harmless = ['Visa final 1111', '•••• 1111', '4111 11•• •••• 1111', '1795176000000'];
    expect(
      findLeaks(
        harmless.map((text) => ({ where: text, text })),
        secrets,
      ),
    ).to.deep.equal([]);
  });

  it('finds a security code beside random identifiers, and none in them', () => {
    const texts = new Set(['7378', '9f31']);
    const find = (text: string): string[] => findLeaks([{ where: 'a URL', text }], { ...secrets, texts });
    expect(find('https://shop.example/room-0b1c2d3e-7378-4f5a-8b6c-7d8e9f0a1b2c/?id=0b1c2d3e-9F31-4f5a-8b6c-7d8e9f0a1b2c')).to.deep.equal(
      [],
    );
    expect(find('https://shop.example/room-0b1c2d3e-4f5a-8b6c/7378')).to.deep.equal(['a security code in a URL']);
    expect(find('https://shop.example/0b1c2d3e-7378-4f5a-8b6c-7d8e9f0a1b2c/pay?code=7378')).to.deep.equal(['a security code in a URL']);
  });
});
