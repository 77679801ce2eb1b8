/** What the app's modules touch of a browser when they are loaded: nothing of it does anything here. */
const standIns = {
  window: { addEventListener() {}, matchMedia: () => ({ matches: false, addEventListener() {} }) },
  document: { addEventListener() {}, documentElement: { dataset: {} }, visibilityState: 'visible' },
};

/** Runs `work` with a stand-in for each of a browser's objects that the app asks for by name. */
export async function insideBrowser(work: () => Promise<void>): Promise<void> {
  Object.assign(globalThis, standIns);
  try {
    await work();
  } finally {
    for (const name of Object.keys(standIns)) Reflect.deleteProperty(globalThis, name);
  }
}
