const width = 64;
const top = 2;
const bottom = 22;

/** SVG path in a 64 x 24 box, scaled from the lowest to the highest value; a line in the middle when all are equal. */
export function sparklinePath(values: readonly number[]): string {
  if (values.length < 2) return '';
  const low = Math.min(...values);
  const span = Math.max(...values) - low;
  const points = values.map((value, index) => {
    const x = (index / (values.length - 1)) * width;
    const y = span === 0 ? (top + bottom) / 2 : bottom - ((value - low) / span) * (bottom - top);
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  });
  return `M${points.join('L')}`;
}
