/**
 * What Lit can do and the elements of Balcão never ask for. Each entry cuts Lit's own production file from the one text, which must
 * occur once, up to the other, which stays; `by` is put in its place. An element that comes to need one of these takes its entry out.
 */
export const UNUSED = {
  'lit-html/lit-html.js': [
    { what: 'the polyfill', from: ',B=t.litHtmlPolyfillSupport', to: ';const D=' },
    { what: 'MathML templates', from: ':3===i?"<math>":""', to: ',c=v;', by: ':""' },
    { what: 'the end of MathML templates', from: ':3===i?"</math>":""', to: ')),e]', by: ':""' },
    { what: 'the root of MathML templates', from: '||3===i){', to: 'const t=this.el.content.firstChild', by: '){' },
    { what: 'the end of raw text', from: '(y.test(u[2])', to: ':void 0!==u[3]', by: 'c=p' },
    { what: 'expressions in raw text', from: 'if(y.test(r.tagName))', to: '}else if(8===r.nodeType)' },
    { what: 'expressions in comments', from: 'else{let t=-1;', to: 'l++}}static createElement' },
    { what: 'expressions on elements', from: 'else t.startsWith(o)&&', to: '}else if(8===r.nodeType)' },
    { what: 'the making of their parts', from: ':6===r.type&&(i=new Z(h,this,t)),', to: 'this._$AV.push(i)', by: ':0,' },
    { what: 'their parts', from: 'class Z{', to: 'const j=' },
    { what: 'compiled templates', from: '"number"==typeof s?', to: 'if(this._$AH?._$AD===e)', by: 'this._$AC(t);' },
    { what: 'the shadow root of a polyfill', from: '(t?.creationScope??l)', to: '.importNode', by: 'l' },
    { what: 'the nodes of a part', from: 'get startNode()', to: '_$AI(t,i=this){t=M(this,t,i),' },
    { what: 'the tag name of a part', from: 'get tagName()', to: 'get _$AU(){return this._$AM._$AU}constructor(t,i,s,e,h){this.type=1' },
    { what: 'options of listeners', from: '||t.capture!==s.capture', to: ',h=t!==A' },
    { what: 'what other modules of Lit take', from: ',F:Z}', to: ';', by: '}' },
  ],
  '@lit/reactive-element/reactive-element.js': [
    { what: 'exports for styles', from: 'CSSResult,css,', to: '}from"./css-tag.js";\n', by: 'css' },
    { what: 'the polyfill', from: 'p=a.reactiveElementPolyfillSupport,', to: 'd=' },
    { what: 'its call', from: ',p?.({ReactiveElement:y})', to: ';export' },
    { what: 'attributes of other types', from: 'case Object:case Array:t=null==t', to: '}return t}' },
    { what: 'properties of other types', from: 'case Number:', to: '}return i}' },
    { what: 'converters from attributes', from: '"function"==typeof t.converter?', to: ';this._$Em=e;', by: 'u' },
    { what: 'converters to attributes', from: '(void 0!==i.converter?.toAttribute?', to: '.toAttribute(s,i.type)', by: 'u' },
    { what: 'initializers', from: 'static addInitializer(t)', to: 'static get observedAttributes' },
    { what: 'their call', from: ',this.constructor.l?.forEach', to: '}addController' },
    { what: 'their inheritance', from: 'void 0!==t.l&&(', to: 'this.elementProperties=new Map(t.elementProperties)' },
    { what: 'nested and inherited styles', from: 'const i=[];if(Array.isArray(s))', to: '}static _$Eu', by: 'return s??[]' },
    { what: 'properties named by symbols', from: '[...r(t),...o(t)]', to: ';for(const i of s)this', by: 'Object.keys(t)' },
    { what: 'their getters', from: 'getOwnPropertyNames:r,getOwnPropertySymbols:o,', to: 'getPrototypeOf:n' },
    { what: 'defaults that are not reflected', from: '||i.useDefault&&i.reflect', to: '))return;this.C(' },
    { what: 'defaults of attributes', from: 'i&&!(this._$Ej??=new Map)', to: '(this._$AL.has(t)||' },
    { what: 'their values', from: 'r??this._$Ej?.get(e)??r', to: ',this._$Em=null}}', by: 'r' },
    { what: 'accessors of other classes', from: ',this.prototype.hasOwnProperty(t)', to: ',this.elementProperties.set(t,s),' },
    { what: 'their first values', from: 'const t=this.constructor.elementProperties;if(t.size>0)', to: '}let t=!1;const s=this._$AL' },
  ],
  'lit-element/lit-element.js': [
    { what: 'hydration', from: ',s.litElementHydrateSupport', to: ';const o=' },
    { what: 'the polyfill', from: 'const o=s.litElementPolyfillSupport', to: 'const n={' },
  ],
};
