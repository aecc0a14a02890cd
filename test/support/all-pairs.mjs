/**
 * Few combinations of settings in which each pair of values of two settings comes at least once.
 *
 * @param {Record<string, readonly unknown[]>} table The values of each setting.
 * @returns {Record<string, unknown>[]}
 */
export function listAllPairs(table) {
  const names = Object.keys(table);
  const open = new Map();
  for (const [at, one] of names.entries()) {
    for (const other of names.slice(at + 1)) {
      for (const a of table[one]) for (const b of table[other]) open.set(nameOf(one, a, other, b), { [one]: a, [other]: b });
    }
  }
  const rows = [];
  while (open.size > 0) {
    const row = { ...open.values().next().value };
    for (const name of names) {
      if (!(name in row)) row[name] = findBest(row, name);
    }
    for (const key of listPairs(row)) open.delete(key);
    rows.push(row);
  }
  return rows;

  /** The value that makes the most open pairs with what the row has. */
  function findBest(row, name) {
    const count = (value) => Object.keys(row).filter((other) => open.has(pairOf(row, other, name, value))).length;
    return table[name].toSorted((one, other) => count(other) - count(one))[0];
  }

  function pairOf(row, other, name, value) {
    return names.indexOf(other) < names.indexOf(name) ? nameOf(other, row[other], name, value) : nameOf(name, value, other, row[other]);
  }

  function listPairs(row) {
    return names.flatMap((one, at) => names.slice(at + 1).map((other) => nameOf(one, row[one], other, row[other])));
  }
}

function nameOf(one, a, other, b) {
  return JSON.stringify([one, a, other, b]);
}
