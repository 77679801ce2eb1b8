import { locales } from '#contract/locale.ts';
import { publishedFigures, wordedFigure } from '#server/features/content/published-figures.ts';
import { sandboxRail } from '#server/gateways/rail-sandbox.ts';

/** Lists the placeholders that stored texts may use, with their values in English and in Vietnamese. */
const [channel] = sandboxRail.channels;
if (!channel) throw new Error('the rail has no channel');
for (const [name, value] of publishedFigures(Date.now(), channel, {
  coins: 0,
  starts: 0,
  lost: 0,
  coinsMostlyLost: 0,
})) {
  console.log(
    `{${name}}`.padEnd(36),
    ...[locales[0], locales[2]].map((locale) => wordedFigure(value, locale).padEnd(10)),
  );
}
