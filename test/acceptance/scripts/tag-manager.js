// As a tag manager does it: puts the script into a page that is being read.
const script = document.createElement('script');
script.src = '/dist/balcao.min.js';
document.head.append(script);
