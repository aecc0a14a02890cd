/** The control page of `balcao sandbox`. */
import { find } from '../panel/elements.js';
import { mountPanel } from '../panel/panel.js';
import { english } from '../panel/words.js';

find('#base-url', HTMLElement).textContent = new URL('..', location.href).href;
await mountPanel({ url: '', words: english });
