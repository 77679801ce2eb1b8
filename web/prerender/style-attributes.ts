export interface WithoutStyleAttributes {
  readonly html: string;
  readonly css: string;
}

/** Turns `style` attributes into classes, because the content security policy forbids the attributes. */
export function withoutStyleAttributes(html: string): WithoutStyleAttributes {
  const classes = new Map<string, string>();
  const drawn = html.replace(/<[a-z][^>]*? style="([^"]*)"[^>]*>/gi, (tag, style: string) => {
    const name = classes.get(style) ?? `s${classes.size}`;
    classes.set(style, name);
    const bare = tag.replace(` style="${style}"`, '');
    return / class="/.test(bare)
      ? bare.replace(/ class="/, ` class="${name} `)
      : bare.replace(/^<[^\s/>]+/, `$& class="${name}"`);
  });
  return { html: drawn, css: [...classes].map(([style, name]) => `.${name}{${textOf(style)}}`).join('') };
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };

function textOf(attribute: string): string {
  return attribute.replace(/&(amp|lt|gt|quot|#x27);/g, (whole, name: string) => entities[name] ?? whole);
}
