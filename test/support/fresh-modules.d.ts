// A module that is imported with one of these queries begins anew, as in another page.
declare module '*?anew';
declare module '*?once-more';
