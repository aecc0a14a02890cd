import { createApp } from 'vue';
import App from './App.vue';
import { loadOrder } from './order';

createApp(App, { order: await loadOrder() }).mount('#app');
