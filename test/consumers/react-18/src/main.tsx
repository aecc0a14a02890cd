import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App';
import { loadOrder } from './order';

const place = document.querySelector('#app');
if (!place) throw new Error('The page has no #app.');
const root = createRoot(place);
root.render(
  <StrictMode>
    <App order={await loadOrder()} />
  </StrictMode>,
);
