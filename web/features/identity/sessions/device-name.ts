const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];
// First match wins: the others' user agents contain Chrome or Safari as well.
const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

/** "Chrome, Android", from the user agent; null when neither is known. */
export function deviceName(userAgent: string): string | null {
  const found = [browsers, systems].flatMap((names) => names.find(([sign]) => sign.test(userAgent))?.[1] ?? []);
  return found.length === 0 ? null : found.join(', ');
}
