/** Where the app's own code cannot be had, this is all that can be said, in the language that needs no file. */
export function sayNotLoaded(): void {
  document.body.textContent = 'Clearlot could not be loaded. Check your connection and reload the page.';
}
