/** Hash sources of one page's inline scripts and styles: `'sha256-…'`. */
export interface InlineHashes {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

const self = "'self'";
const nothing: InlineHashes = { scripts: [], styles: [] };

/** The policy of a page: this origin, data and blob images, and only those inline parts that the build wrote. */
export function policyOf({ scripts, styles }: InlineHashes = nothing): string {
  const directives: readonly (readonly [string, ...string[]])[] = [
    ['default-src', "'none'"],
    ['script-src', self, ...scripts],
    ['style-src', self, ...styles],
    ['img-src', self, 'data:', 'blob:'],
    ['font-src', self],
    ['connect-src', self],
    ['manifest-src', self],
    ['media-src', self],
    ['worker-src', self],
    ['form-action', self],
    ['base-uri', "'none'"],
    ['frame-ancestors', "'none'"],
  ];
  return directives.map((directive) => directive.join(' ')).join(';');
}
