import { createApp } from 'vue';
import App from './App.vue';
import { loadOrder } from './order.ts';

createApp(App, { order: await loadOrder() }).mount('#app');
