import { createHash } from 'node:crypto';
import type { Rolldown } from 'vite';
import type { Route } from '../routes.ts';
import { entryModules, fontFile, modulesOf, neededBy, textOf } from './bundle-files.ts';
import type { RenderedScreen } from './render-screen.tsx';
import { withShownCoin } from './shown-coin.ts';
import { withoutStyleAttributes } from './style-attributes.ts';

export interface Screen extends RenderedScreen {
  readonly route: Route;
  readonly locale: string;
}

/** A page, with the hashes that the server's content security policy lists for its inline parts. */
export interface BuiltPage {
  readonly html: string;
  readonly inline: { readonly scripts: readonly string[]; readonly styles: readonly string[] };
}

/** Fills the bundler's `index.html` with the inline script and styles, and a screen or only the brand mark. */
export function pageTemplate(bundle: Rolldown.OutputBundle, boot: string, script: string) {
  const entry = `<script type="module" crossorigin src="${boot}"></script>`;
  const built = textOf(bundle, 'index.html');
  const { styles: baseStyles } = neededBy(bundle, entryModules);

  return (screen: Screen | null): BuiltPage => {
    // Base styles first, so that a page's own override them.
    const files = [
      ...new Set([...baseStyles, ...(screen === null ? [] : neededBy(bundle, modulesOf(screen.route)).styles)]),
    ];
    const style = files
      .map((file) => textOf(bundle, file))
      .join('')
      .trim();
    const scripts = scriptsOf(bundle, screen);
    // Without a screen there is nothing to paint before the app.
    const preloads =
      screen === null ? scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`) : [];
    const shadow = screen === null ? null : shadowOf(screen.html, style);
    const html = replaceEach(built, [
      ['<html lang="en">', `<html ${attributesOf(files, scripts, screen)}>`],
      [entry, `${fontsOf(bundle, screen)}<style>${style}</style><script>${script}</script>${preloads.join('')}`],
      ['<div id="root">', `<div id="root">${shadow?.html ?? ''}`],
    ]);
    const styles = shadow === null ? [style] : [style, shadow.style];
    return { html, inline: { scripts: [hashOf(script)], styles: styles.map(hashOf) } };
  };
}

/** The entry's scripts, and those of the screen's page. */
function scriptsOf(bundle: Rolldown.OutputBundle, screen: Screen | null): readonly string[] {
  const ofPage = screen === null ? [] : modulesOf(screen.route);
  return neededBy(bundle, [...entryModules, ...ofPage]).scripts;
}

/** Read by `before-paint.ts` and `boot.ts`. */
function attributesOf(styles: readonly string[], scripts: readonly string[], screen: Screen | null): string {
  const listed = (files: readonly string[]): string => files.map((file) => `/${file}`).join(' ');
  const attributes = {
    lang: screen?.languageTag ?? 'en',
    'data-styles': listed(styles),
    ...(screen && {
      'data-scripts': listed(scripts),
      'data-locale': screen.locale,
      'data-path': screen.route.path.toLowerCase(),
      'data-reads': screen.reads.join(' ').replaceAll('&', '&amp;'),
    }),
  };
  return Object.entries(attributes)
    .map(([name, value]) => `${name}="${value}"`)
    .join(' ');
}

function fontsOf(bundle: Rolldown.OutputBundle, screen: Screen | null): string {
  if (screen === null) return '';
  const letters = screen.locale === 'vnf' ? (['latin', 'vietnamese'] as const) : (['latin'] as const);
  return letters
    .map((each) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${fontFile(bundle, each)}">`)
    .join('');
}

/** In a closed shadow root and inert, so that neither scripts nor screen readers take the screen for the app. */
function shadowOf(drawn: string, appStyle: string): { readonly html: string; readonly style: string } {
  const { html: bare, css } = withoutStyleAttributes(drawn);
  const { html, css: coinStyle } = withShownCoin(bare);
  const style = appStyle + css + coinStyle;
  return {
    html: `<div class="prerendered" inert><template shadowrootmode="closed"><style>${style}</style>${html}</template></div>`,
    style,
  };
}

function replaceEach(html: string, places: readonly (readonly [place: string, text: string])[]): string {
  return places.reduce((page, [place, text]) => {
    if (!page.includes(place)) throw new Error(`index.html has no ${place}`);
    return page.replace(place, () => text);
  }, html);
}

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
