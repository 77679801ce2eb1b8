import { errorStatus } from '#contract/errors.ts';
import type { NamedOperation, Operation } from '#contract/operation.ts';
import { errorsOf, inputFieldsOf } from './open-api.ts';

/** The contract as an HTML page without scripts. */
export function referencePage(operations: readonly NamedOperation[]): string {
  const features = [...Map.groupBy(operations, (one) => one.feature)];
  const contents = features
    .map(([feature]) => `<li><a href="#${escaped(feature)}">${escaped(feature)}</a></li>`)
    .join('');
  const sections = features
    .map(
      ([feature, ones]) =>
        `<section id="${escaped(feature)}"><h2>${escaped(feature)}</h2>${ones.map(article).join('')}</section>`,
    )
    .join('');
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Clearlot API</title>
<link rel="stylesheet" href="/api/reference.css">
<main>
<h1>Clearlot API</h1>
<p>Every call answers <code>{ status, info, url }</code>, with a <code>code</code> on a refusal. Paths are matched without
regard to letter case; bodies are form-encoded or JSON, every field a text. Calls that change state carry the header
<code>X-Clearlot: 1</code>, calls that move money an <code>Idempotency-Key</code>. The same as a document:
<a href="/api/openapi.json">openapi.json</a>.</p>
<nav><ul>${contents}</ul></nav>
${sections}
</main>
</html>
`;
}

function article({ name: operationName, operation }: NamedOperation): string {
  const fields = inputFieldsOf(operation)
    .map(
      ({ name, in: place, required, schema }) =>
        `<tr><td><code>${escaped(name)}</code></td><td>${place}</td><td>${required ? 'required' : 'optional'}</td><td><code>${escaped(briefSchema(schema))}</code></td></tr>`,
    )
    .join('');
  const errors = errorsOf(operation)
    .map((code) => `<li><code>${code}</code> ${errorStatus[code]}</li>`)
    .join('');
  const badges = [callersOf(operation), operation.effect];
  return `<article id="${escaped(operationName)}">
<h3>${escaped(operationName)} ${badges.map((badge) => `<small>${badge}</small>`).join(' ')}</h3>
<p class="path"><b>${operation.method}</b> <code>/api${escaped(operation.path)}</code></p>
<p>${escaped(operation.summary)}</p>
${fields === '' ? '' : `<table><thead><tr><th>Field</th><th>In</th><th></th><th>Form</th></tr></thead><tbody>${fields}</tbody></table>`}
<p>Answers in <code>${operation.answerIn}</code>.</p>
<details><summary>Refusals</summary><ul>${errors}</ul></details>
</article>`;
}

function callersOf({ access }: Operation): string {
  if (access === 'public') return 'public';
  return access === 'member' ? 'signed in' : access.role.join(', ');
}

function briefSchema(schema: Readonly<Record<string, unknown>>): string {
  if (typeof schema.pattern === 'string') return schema.pattern;
  if (Array.isArray(schema.enum)) return schema.enum.map((one) => JSON.stringify(one)).join(' | ');
  if ('const' in schema) return JSON.stringify(schema.const);
  return typeof schema.type === 'string' ? schema.type : '';
}

function escaped(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

export const referenceStyle = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { margin: 0 }
main { max-width: 52rem; margin: 0 auto; padding: 1.5rem }
article { border: 1px solid color-mix(in srgb, currentColor 20%, transparent); border-radius: 12px; padding: 0 1rem 1rem; margin: 1rem 0 }
h2 { margin-top: 2.5rem; text-transform: capitalize }
small { font-weight: 400; font-size: .75rem; border: 1px solid currentColor; border-radius: 99px; padding: .1rem .5rem; opacity: .75 }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1rem; list-style: none; padding: 0; text-transform: capitalize }
table { width: 100%; border-collapse: collapse; display: block; overflow-x: auto }
td, th { text-align: start; padding: .25rem .75rem .25rem 0 }
code { font: .875em ui-monospace, monospace; overflow-wrap: anywhere }
`;
