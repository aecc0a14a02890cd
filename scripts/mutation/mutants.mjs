import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { root } from '../tests/processes.mjs';

/** Numbers up to this one are made one more or one less, all others doubled or halved: nothing can notice one millisecond of a year. */
const SMALL = 10;

const OPERATORS = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '**': '*',
  '&&': '||',
  '||': '&&',
  '+=': '-=',
  '-=': '+=',
  '??=': '=',
  '||=': '=',
};

const METHODS = { some: 'every', every: 'some', min: 'max', max: 'min', find: 'findLast', findLast: 'find', race: 'all' };

/** What a return may give instead; the types say which of them can stand there. */
const EMPTY = ['undefined', '[]', 'false', 'true', "''"];

/** Types, which are gone when the tests run; expressions inside of an assertion are not. */
function isType(node) {
  return node.type.startsWith('TS') && !('expression' in node);
}

/** What can be done to one node: edits, each a list of texts, of which one is applied. */
function listEdits(node, parent, text) {
  const of = ({ start, end }) => text.slice(start, end);
  const whole = (...texts) => [{ start: node.start, end: node.end, texts }];
  const negate = (test) => [{ start: test.start, end: test.end, texts: [`!(${of(test)})`] }];
  switch (node.type) {
    case 'BinaryExpression':
    case 'AssignmentExpression':
    case 'LogicalExpression': {
      if (node.operator === '??') return whole(of(node.right));
      const operator = OPERATORS[node.operator];
      return operator ? whole(`${of(node.left)} ${operator} ${of(node.right)}`) : [];
    }
    case 'IfStatement':
    case 'ConditionalExpression':
      return negate(node.test);
    case 'WhileStatement':
    case 'DoWhileStatement':
      return [{ start: node.test.start, end: node.test.end, texts: ['false'] }];
    case 'UnaryExpression':
      return node.operator === '!' ? whole(of(node.argument)) : [];
    case 'AwaitExpression':
      return whole(of(node.argument));
    case 'ReturnStatement':
      return node.argument ? [{ start: node.argument.start, end: node.argument.end, texts: EMPTY }] : [];
    case 'ArrowFunctionExpression':
      return node.body.type === 'BlockStatement' ? [] : [{ start: node.body.start, end: node.body.end, texts: EMPTY }];
    case 'CallExpression':
      return listCallEdits(node, of);
    case 'ExpressionStatement':
      return node.directive || node.expression.callee?.type === 'Super' ? [] : whole(';');
    case 'SpreadElement':
      return node.argument.type === 'LogicalExpression' || node.argument.type === 'ParenthesizedExpression'
        ? listSpreadEdits(node, parent, of)
        : [];
    case 'Literal':
      if (typeof node.value === 'boolean') return whole(String(!node.value));
      return typeof node.value === 'number' ? whole(...changeNumber(node.value)) : [];
    default:
      return [];
  }
}

function listCallEdits({ callee, start, end }, of) {
  if (callee.type !== 'MemberExpression' || callee.computed) return [];
  const { object, property } = callee;
  if (property.name === 'filter') return [{ start, end, texts: [of(object)] }];
  const other = METHODS[property.name];
  return other ? [{ start: property.start, end: property.end, texts: [other] }] : [];
}

/** `...(condition && { field })`: without its condition, and not at all. */
function listSpreadEdits({ argument, start, end }, parent, of) {
  const condition = argument.type === 'ParenthesizedExpression' ? argument.expression : argument;
  if (condition.type !== 'LogicalExpression' || condition.operator !== '&&') return [];
  const nothing = parent.type === 'ObjectExpression' ? '...{}' : '...[]';
  return [{ start, end, texts: [`...(${of(condition.right)})`, nothing] }];
}

function changeNumber(value) {
  return value <= SMALL
    ? [value + 1, value - 1].map((other) => (other < 0 ? `(${other})` : String(other)))
    : [String(value * 2), String(value / 2)];
}

/**
 * The places of a source file where something can be broken, in the order of the text.
 *
 * @param {string} file From the root of the project.
 * @returns {{ file: string, line: number, start: number, end: number, texts: string[] }[]} `texts` are what may stand there instead.
 */
export function listSites(file) {
  const text = readFileSync(join(root, file), 'utf8');
  const sites = [];
  const visit = (node, parent) => {
    if (isType(node)) return;
    for (const { start, end, texts } of listEdits(node, parent, text)) {
      const others = texts.filter((other) => other !== text.slice(start, end));
      if (others.length > 0) sites.push({ file, line: text.slice(0, start).split('\n').length, start, end, texts: others });
    }
    for (const value of Object.values(node)) {
      for (const child of Array.isArray(value) ? value : [value]) if (typeof child?.type === 'string') visit(child, node);
    }
  };
  visit(parseSync(file, text, { preserveParens: true }).program, undefined);
  return sites.toSorted((one, other) => one.start - other.start || one.end - other.end);
}

/**
 * A site with one text in its place.
 *
 * @returns {{ file: string, line: number, before: string, after: string, sources: Record<string, string> }} `sources` are the changed
 * files.
 */
export function createMutant({ file, line, start, end }, replacement) {
  const text = readFileSync(join(root, file), 'utf8');
  return {
    file,
    line,
    before: text.slice(start, end),
    after: replacement,
    sources: { [file]: `${text.slice(0, start)}${replacement}${text.slice(end)}` },
  };
}
