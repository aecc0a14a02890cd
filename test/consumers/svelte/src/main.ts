import { mount } from 'svelte';
import App from './App.svelte';
import { loadOrder } from './order';

const target = document.querySelector('#app');
if (!target) throw new Error('The page has no #app.');
mount(App, { target, props: { order: await loadOrder() } });
