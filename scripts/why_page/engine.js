// The kit in a worker: Python by Pyodide, the wheels that stand beside this file, one function that is asked.

import { loadPyodide } from "./pyodide/pyodide.mjs";

const near = (name) => new URL(name, import.meta.url).href;
const PACKAGES = "/lib/python/site-packages";
const PROGRAM = `
import sys
sys.path.insert(0, "${PACKAGES}")
from pyrsistent_as_rpds import pure
sys.modules["rpds"] = pure  # jsonschema's persistent maps, in Python: rpds has no wheel for a browser
from pytest_promptfmt.diagnosis.browser import pasted
pasted
`;

async function fetched(name) {
  const answer = await fetch(near(name));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer;
}

async function engine() {
  const wheels = (await fetched("wheels.json")).json().then((names) => Promise.all(names.map(async (name) => (await fetched(name)).arrayBuffer())));
  const python = await loadPyodide({ indexURL: near("pyodide/"), stdout: () => {}, stderr: () => {} });
  for (const wheel of await wheels) python.unpackArchive(wheel, "zip", { extractDir: PACKAGES });
  return python.runPython(PROGRAM);
}

export const asked = engine();
asked.then(
  () => postMessage({ ready: true }),
  (error) => postMessage({ broken: String(error) }),
);

addEventListener("message", async ({ data }) => {
  try {
    const pasted = await asked;
    postMessage({ n: data.n, told: pasted(data.text, data.dialect, data.model, data.thinking, data.answer) });
  } catch (error) {
    postMessage({ n: data.n, broken: String(error) });
  }
});
