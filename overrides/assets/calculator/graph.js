// Evaluates the formulas that macros/traced.py exports: columns of constants, variables and operations.

const OPERATIONS = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => a / b,
  "^": (a, b) => a ** b,
  n: Math.min,
  x: Math.max,
  c: Math.ceil,
};

/** The nodes in order: {number}, {name} or {operation, left, right} with places of operands before their own. */
export function decoded({ codes, numbers, variables, left, right }) {
  const columns = { k: numbers.values(), v: variables.values(), left: left.values(), right: right.values() };
  const next = (column) => columns[column].next().value;
  return [...codes].map((code, place) => {
    if (code === "k") return { number: next("k") };
    if (code === "v") return { name: next("v") };
    const operand = (side) => placeOf(next(side), place);
    const node = { operation: OPERATIONS[code], left: operand("left") };
    if (code !== "c") node.right = operand("right");
    return node;
  });
}

/** The place of an operand: a distance back, or a place with a minus (macros/traced.py). */
const placeOf = (told, place) => (told > 0 ? place - told : -told);

/** A function from a place to its value; only what a place needs is computed, and once. */
export function evaluator(nodes, values) {
  const known = new Map();
  const compute = (node) => {
    if ("number" in node) return node.number;
    if ("name" in node) {
      if (!Number.isFinite(values[node.name])) throw new RangeError(`no value for ${node.name}`);
      return values[node.name];
    }
    return node.right === undefined ? node.operation(at(node.left)) : node.operation(at(node.left), at(node.right));
  };
  const at = (place) => {
    if (!known.has(place)) known.set(place, compute(nodes[place]));
    return known.get(place);
  };
  return at;
}
