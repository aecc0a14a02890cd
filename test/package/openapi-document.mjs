/** The documents of `docs/openapi`, and whether a request and its response are as they say. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { root } from './packed.mjs';

const METHODS = ['get', 'post', 'delete'];
const FILES = ['service.yaml', 'shop.yaml'];

/** Each document as plain data, by its file. */
export const openApiFiles = Object.fromEntries(FILES.map((file) => [file, parse(readFileSync(join(root, 'docs/openapi', file), 'utf8'))]));

/** A document is known by its file name, as the other one refers to it. */
const locate = (file) => `https://balcao.example/openapi/${file}`;

/** Strict: a keyword that there is not, or a pattern that cannot be read, is thrown. Ajv takes a document's own parts for keywords. */
const ajv = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true, allErrors: true });
ajv.addVocabulary([...new Set(['x-balcao-profile', ...Object.values(openApiFiles).flatMap((document) => Object.keys(document))])]);
for (const [file, document] of Object.entries(openApiFiles)) ajv.addSchema(document, locate(file));

const escape = (segment) => segment.replaceAll('~', '~0').replaceAll('/', '~1');
const unescape = (segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~');

/** One document, for tests. */
export class OpenApiDocument {
  #file;
  #validators = new Map();

  constructor(file) {
    this.#file = file;
    this.data = openApiFiles[file];
  }

  /** @returns {{ id: string, method: string, path: string, operation: Record<string, any>, pointer: string }[]} Every operation, without webhooks. */
  listOperations() {
    return Object.entries(this.data.paths).flatMap(([path, item]) =>
      METHODS.filter((method) => method in item).map((method) => ({
        id: item[method].operationId,
        method: method.toUpperCase(),
        path,
        operation: item[method],
        pointer: `/paths/${escape(path)}/${method}`,
      })),
    );
  }

  /** What stands at a pointer, its reference followed, and where that is. */
  resolve(pointer) {
    const value = pointer
      .split('/')
      .slice(1)
      .reduce((found, segment) => found?.[unescape(segment)], this.data);
    return value?.$ref?.startsWith('#/') ? this.resolve(value.$ref.slice(1)) : { value, pointer };
  }

  /** @returns {string[]} What is wrong with a value by the schema at a pointer; by a name it is one of `components.schemas`. */
  check(schema, value) {
    const pointer = schema.startsWith('/') ? schema : `/components/schemas/${schema}`;
    const validate = this.#validators.get(pointer) ?? ajv.compile({ $ref: `${locate(this.#file)}#${encodeURI(pointer)}` });
    this.#validators.set(pointer, validate);
    return validate(value) ? [] : validate.errors.map(({ instancePath, message }) => `${instancePath || 'the whole'} ${message}`);
  }

  /** The operation of an exchange. */
  find({ method, path }) {
    const fits = (template) => new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path);
    return this.listOperations().find((candidate) => candidate.method === method && fits(candidate.path));
  }

  /** @returns {string[]} Where a request is not as the document says. */
  checkRequest(exchange) {
    const found = this.find(exchange);
    if (!found) return [`${exchange.method} ${exchange.path} is not described`];
    return [...this.#checkAuthorization(found, exchange), ...this.#checkHeaders(found, exchange), ...this.#checkBody(found, exchange)];
  }

  /** @returns {string[]} Where a response is not as the document says. */
  checkResponse(exchange) {
    const found = this.find(exchange);
    const { status, type, text } = exchange.response;
    const codes = [String(status), `${String(status)[0]}XX`];
    const code = codes.find((candidate) => candidate in (found?.operation.responses ?? {}));
    if (!found || !code) return [`${status} is not described`];
    const { value, pointer } = this.resolve(`${found.pointer}/responses/${code}`);
    return value.content ? this.#checkContent(`${pointer}/content`, { type, text }) : [];
  }

  /** @returns {string[]} Where requests and their responses are not as the document says. */
  listProblems(exchanges) {
    return exchanges.flatMap((exchange) => {
      const { method, path, response } = exchange;
      const problems = [...this.checkRequest(exchange), ...(response ? this.checkResponse(exchange) : ['there is no response'])];
      return problems.map((problem) => `${method} ${path} ${response?.status}: ${problem}`);
    });
  }

  #checkAuthorization({ operation }, { headers }) {
    const schemes = operation.security ?? this.data.security;
    const forms = schemes.flatMap((scheme) => Object.keys(scheme)).map((name) => this.data.components.securitySchemes[name]);
    const isGood = forms.some(({ type, in: place }) => {
      if (place === 'cookie') return !headers.has('authorization');
      return (type === 'apiKey' ? /^[^ ]+$/ : /^Bearer [^ ]+$/).test(headers.get('authorization') ?? '');
    });
    return isGood ? [] : [`Authorization is ${headers.get('authorization')}`];
  }

  #checkHeaders({ pointer, operation }, { headers }) {
    return (operation.parameters ?? []).flatMap((_, index) => {
      const { value, pointer: place } = this.resolve(`${pointer}/parameters/${index}`);
      return value.in === 'header' && headers.has(value.name) ? this.check(`${place}/schema`, headers.get(value.name)) : [];
    });
  }

  #checkBody({ pointer }, { headers, text }) {
    const { value, pointer: place } = this.resolve(`${pointer}/requestBody`);
    if (value) return this.#checkContent(`${place}/content`, { type: headers.get('content-type'), text });
    return text === '' ? [] : ['a body is not described'];
  }

  #checkContent(pointer, { type, text }) {
    const essence = (type ?? '').split(';')[0].trim();
    const { value } = this.resolve(pointer);
    if (!(essence in value)) return [`the type ${essence} is not described`];
    if (essence !== 'application/json') return this.check(`${pointer}/${escape(essence)}/schema`, text);
    try {
      return this.check(`${pointer}/application~1json/schema`, JSON.parse(text));
    } catch {
      return ['the body is no JSON'];
    }
  }
}
