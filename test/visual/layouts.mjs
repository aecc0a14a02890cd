/** Pages of shops, each with a place for the checkout: how they are built, and how a shopper opens the place. */
import { readFileSync } from 'node:fs';

/** @typedef {{ html: string, css?: string, scheme?: 'light', open?: (page: import('playwright-core').Page) => Promise<unknown>, rtl?: true }} Layout */

const readStyles = (address) => readFileSync(new URL(address), 'utf8');

/** The place of the checkout. */
const PLACE = '<i id="place"></i>';

const DIALOG = `<button>Pagar</button><dialog>${PLACE}</dialog>`;

/** @type {Readonly<Record<string, Layout>>} */
export const LAYOUTS = {
  block: { html: `<div>${PLACE}</div>` },
  flex: { html: `<div style="display: flex">${PLACE}</div>` },
  grid: { html: `<div style="display: grid; grid-template-columns: auto 1fr">${PLACE}</div>` },
  'inline-block': { html: `<div style="display: inline-block">${PLACE}</div>` },
  float: { html: `<div style="float: left">${PLACE}</div>` },
  'dialog, by script': { html: DIALOG, open: (page) => page.evaluate(() => document.querySelector('dialog')?.showModal()) },
  'dialog, by mouse': {
    html: DIALOG.replace('<button', '<button onclick="document.querySelector(\'dialog\').showModal()"'),
    open: (page) => page.click('button'),
  },
  'dialog, by key': {
    html: DIALOG.replace('<button', '<button onclick="document.querySelector(\'dialog\').showModal()"'),
    open: (page) => page.press('button', 'Enter'),
  },
  // A popover that is higher than the window has no scroll bar of its own.
  popover: {
    html: `<button popovertarget="pay">Pagar</button><div id="pay" popover style="max-height: 100%">${PLACE}</div>`,
    open: (page) => page.click('button'),
  },
  details: { html: `<details><summary>Pagar</summary>${PLACE}</details>`, open: (page) => page.click('summary') },
  bootstrap: {
    html: `<div class="container"><div class="row"><div class="col-md-7"><div class="card"><div class="card-body">${PLACE}</div></div></div></div></div>`,
    css: readStyles(import.meta.resolve('bootstrap/dist/css/bootstrap.min.css')),
    // Its colours follow an attribute, not the device.
    scheme: 'light',
  },
  tailwind: {
    html: `<div style="display: grid; place-items: center">${PLACE}</div>`,
    css: readStyles(import.meta.resolve('tailwindcss/preflight.css')),
  },
  'a narrow column': { html: `<div style="max-width: 280px" data-width="280">${PLACE}</div>` },
  'a wide column': { html: `<div style="max-width: 1200px">${PLACE}</div>` },
  'right to left': { html: `<div>${PLACE}</div>`, rtl: true },
};
