/** Offers a text to the browser as a download. */
export function saveFile(name: string, type: string, text: string): void {
  saveBlob(name, new Blob([text], { type }));
}

/** Offers a file to the browser as a download. */
export function saveBlob(name: string, file: Blob): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Browsers may still read the URL after the click returns.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
