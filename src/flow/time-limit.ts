export { withTimeLimit } from '../domain/time-limit.js';
