import 'balcao/define';

/** The tag, which React 19 knows by the types of the package. */
export const Checkout = 'balcao-checkout';
