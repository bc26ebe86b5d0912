// Assertions and a runner for tests in the browser. A test is an exported function that fails by throwing.

/** Throw unless both are the same as JSON. @param {unknown} found @param {unknown} expected */
export function same(found, expected, what = "") {
  const [left, right] = [found, expected].map((value) => JSON.stringify(value));
  if (left !== right) throw new Error(`${what} expected ${right}, found ${left}`);
}

/** Throw unless the function throws. @param {() => unknown} call */
export function throws(call) {
  try {
    call();
  } catch {
    return;
  }
  throw new Error("nothing was thrown");
}

/** Run a module's tests and return their names, each with its error or "". @param {Record<string, unknown>} module */
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
