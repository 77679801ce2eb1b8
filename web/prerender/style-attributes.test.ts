import { expect, test } from 'vitest';
import { withoutStyleAttributes } from './style-attributes.ts';

test('a style attribute becomes a class beside those that the element has', () => {
  const drawn = withoutStyleAttributes(
    '<p class="a b" style="height:4px;width:100%">x</p><span style="height:4px;width:100%"></span>',
  );
  expect(drawn).toEqual({
    html: '<p class="s0 a b">x</p><span class="s0"></span>',
    css: '.s0{height:4px;width:100%}',
  });
});

test('different styles are different classes, and what is not an attribute stays', () => {
  const { html, css } = withoutStyleAttributes(
    '<i style="top:0"/><b title="style" style="top:1px">style="top:2px"</b>',
  );
  expect(html).toBe('<i class="s0"/><b class="s1" title="style">style="top:2px"</b>');
  expect(css).toBe('.s0{top:0}.s1{top:1px}');
});

test('a quoted value reads in the style as it did in the attribute', () => {
  expect(withoutStyleAttributes('<i style="background:url(&quot;a&amp;b&quot;)"></i>').css).toBe(
    '.s0{background:url("a&b")}',
  );
  expect(withoutStyleAttributes('<i style="font-family:&#x27;A&#x27;"></i>').css).toBe(".s0{font-family:'A'}");
});
