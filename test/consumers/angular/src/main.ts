import { bootstrapApplication } from '@angular/platform-browser';
import { App } from './app.component';
import { loadOrder, ORDER } from './order';

loadOrder()
  .then((order) => bootstrapApplication(App, { providers: [{ provide: ORDER, useValue: order }] }))
  .catch((error: unknown) => console.error(error));
