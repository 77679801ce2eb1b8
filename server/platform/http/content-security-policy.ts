/** Hashes of the inline parts of one page, in the words of a policy: `'sha256-…'`. */
export interface InlineHashes {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

const self = "'self'";
const nothing: InlineHashes = { scripts: [], styles: [] };

/** What a page may load: this origin, and images made on the spot. Of what stands inside the page only what the build wrote may run. */
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
