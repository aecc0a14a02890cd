/** A page's own code: it has a Lit of its own, and draws with it. */
import { html, render } from 'lit';

const place = document.createElement('div');
document.documentElement.append(place);
render(html`<p id="own">own</p>`, place);
