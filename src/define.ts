/** The `balcao/define` entry: registers every element. */
import './elements/card-form/define.js';
import './elements/checkout/define.js';
import './elements/installments/define.js';
import './elements/pix/define.js';
import './elements/saved-cards/define.js';
