import { createConfig } from './webpack.config.js';

export default ({ server } = {}) => createConfig('rspack', server);
