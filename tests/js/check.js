// A test is an exported function; it fails by throwing. They run in the browser for which the modules are written.

/** @param {unknown} found @param {unknown} expected */
export function same(found, expected, what = "") {
  const [left, right] = [found, expected].map((value) => JSON.stringify(value));
  if (left !== right) throw new Error(`${what} expected ${right}, found ${left}`);
}

/** @param {() => unknown} act */
export function refuses(act) {
  try {
    act();
  } catch {
    return;
  }
  throw new Error("it was accepted");
}

/** The names and faults of a module's tests. @param {Record<string, unknown>} module */
export async function run(module) {
  const results = [];
  for (const [name, test] of Object.entries(module)) {
    try {
      await /** @type {() => unknown} */ (test)();
      results.push([name, ""]);
    } catch (error) {
      results.push([name, String(error)]);
    }
  }
  return results;
}
