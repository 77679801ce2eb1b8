/** The app's code could not be loaded, so neither could any language's texts: a plain message in English. */
export function showNotLoaded(): void {
  document.body.textContent = 'Clearlot could not be loaded. Check your connection and reload the page.';
}
