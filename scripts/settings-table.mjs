import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = new URL('../src/controllers/settings/', import.meta.url);

/**
 * Reads the rows of the settings' table from its source, because only the comment of a row has the description.
 *
 * @param ts The compiler that parses the source: the analyzer's TypeScript 5, because our own version has no functions for that.
 * @returns {{ name: string, attribute: string | undefined, type: string, description: string, only: string | undefined }[]} The rows: the
 * property, its attribute and type as a page writes them, and the element that the setting is for, if there is only one.
 */
export function readSettingsTable(ts) {
  const formats = readFormats(ts);
  const table = findVariable(ts, parse(ts, 'settings.ts'), 'SETTINGS');
  return unwrap(ts, table.initializer).properties.map((row) => {
    const cells = new Map(row.initializer.properties.map((cell) => [cell.name.getText(), cell.initializer]));
    const [{ comment, tags = [] } = {}] = row.jsDoc ?? [];
    if (!comment) throw new Error(`${row.name.getText()}: its row says nothing`);
    return {
      name: row.name.getText(),
      // A row names its attribute only if there is none.
      attribute: cells.has('attribute') ? undefined : row.name.getText().replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
      type: `${readType(ts, cells.get('format'), formats)} | undefined`,
      description: comment,
      only: tags.find(({ tagName }) => tagName.text === 'only')?.comment,
    };
  });
}

function parse(ts, file) {
  const path = fileURLToPath(new URL(file, folder));
  return ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
}

function findVariable(ts, source, name) {
  const all = source.statements.filter(ts.isVariableStatement).flatMap(({ declarationList }) => [...declarationList.declarations]);
  return all.find((variable) => variable.name.getText() === name);
}

/** Returns the object in `{ ... } as const satisfies ...`. */
function unwrap(ts, expression) {
  return ts.isObjectLiteralExpression(expression) ? expression : unwrap(ts, expression.expression);
}

/** Reads the type that a page writes in each format, the first argument of `Format`, and the names of the format's own type parameters. */
function readFormats(ts) {
  const { statements } = parse(ts, 'formats.ts');
  const variables = statements.filter(ts.isVariableStatement).flatMap(({ declarationList }) => [...declarationList.declarations]);
  const formats = new Map();
  for (const { name, type, typeParameters = [] } of [...variables, ...statements.filter(ts.isFunctionDeclaration)]) {
    const format = (type && ts.isIntersectionTypeNode(type) ? type.types : [type]).find((each) => each?.typeName?.getText() === 'Format');
    const parameters = typeParameters.map((parameter) => ({ name: parameter.name.getText(), fallback: parameter.default?.getText() }));
    if (format) formats.set(name.getText(), { written: format.typeArguments[0].getText(), parameters });
  }
  return formats;
}

/**
 * Returns the type of a row. A type parameter of the format stands for the row's type argument, else its default, else the words in the
 * row.
 */
function readType(ts, format, formats) {
  const isCall = ts.isCallExpression(format);
  const name = (isCall ? format.expression : format).getText();
  const { written, parameters } = formats.get(name) ?? {};
  if (!written) throw new Error(`${name}: no format of formats.ts`);
  const index = parameters.findIndex((parameter) => parameter.name === written);
  if (index < 0) return written;
  const given = format.typeArguments?.[index].getText() ?? parameters[index].fallback;
  return given ?? format.arguments.map((word) => word.getText()).join(' | ');
}
