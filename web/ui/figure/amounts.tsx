import type { ReactNode } from 'react';
import type { Usdt } from '#core/money/amount.ts';
import { changeTone, type Sign, toneOf } from '#web/platform/format/number.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { Figure, type FigureProps } from './figure.tsx';

type Drawn = Pick<FigureProps, 'source' | 'mark' | 'note' | 'className'>;

interface MoneyProps extends Drawn {
  readonly value: Usdt;
  /** 2 in the trading area, 4 on Assets. */
  readonly decimals: 2 | 4 | 6;
  /** `always` writes plus as well and sets the result colour. */
  readonly sign?: Sign;
}

export function Money({ value, decimals, sign = 'negative', ...drawn }: MoneyProps): ReactNode {
  const text = useFormat().usdt(value, decimals, sign);
  return (
    <Figure {...drawn} tone={sign === 'always' ? toneOf(text) : 'none'}>
      {text}
    </Figure>
  );
}

interface PercentProps extends Drawn {
  /** 0.015 is 1.5 %. */
  readonly ratio: number;
  readonly decimals?: number;
  readonly sign?: Sign;
}

/** A signed percent in its result colour; without colour when only minus is written. */
export function Percent({ ratio, decimals = 2, sign = 'always', ...drawn }: PercentProps): ReactNode {
  const text = useFormat().percent(ratio, decimals, sign);
  return (
    <Figure {...drawn} tone={sign === 'always' ? toneOf(text) : 'none'}>
      {text}
    </Figure>
  );
}

/** The change of a price: positive green, else red. */
export function PriceChange({ ratio, ...drawn }: Drawn & { readonly ratio: number }): ReactNode {
  const text = useFormat().percent(ratio);
  return (
    <Figure {...drawn} tone={changeTone(text)}>
      {text}
    </Figure>
  );
}

interface PriceProps extends Drawn {
  readonly price: number;
  readonly decimals: number;
}

export function Price({ price, decimals, ...drawn }: PriceProps): ReactNode {
  return <Figure {...drawn}>{useFormat().price(price, decimals)}</Figure>;
}

interface CountProps extends Drawn {
  readonly count: number | bigint;
}

export function Count({ count, ...drawn }: CountProps): ReactNode {
  return <Figure {...drawn}>{useFormat().count(count)}</Figure>;
}
