import type { ReactNode } from 'react';
import type { Asset, Usdt } from '#core/money/amount.ts';
import { parseAmount } from '#core/money/amount.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { Figure } from '#web/ui/figure/figure.tsx';
import styles from './layout.module.css';

/** A longer duration is written in seconds and minutes. */
const spanFromMs = 10_000;

/** An amount with all its digits, from the ledger. */
export function Amount({ asset, amount }: { readonly asset: Asset; readonly amount: string }): ReactNode {
  const format = useFormat();
  const text =
    asset === 'USDT' ? format.exactUsdt(parseAmount('USDT', amount) ?? (0n as Usdt)) : format.count(BigInt(amount));
  return <Figure source="ledger">{`${text} ${asset}`}</Figure>;
}

/** The same of an amount that is USDT. */
export function UsdtAmount({ value }: { readonly value: Usdt }): ReactNode {
  return <Figure source="ledger">{`${useFormat().exactUsdt(value)} USDT`}</Figure>;
}

/** A moment with year and seconds. */
export function At({ at }: { readonly at: number }): ReactNode {
  return <time dateTime={new Date(at).toISOString()}>{useFormat().fullTime(at)}</time>;
}

/** A hash, broken anywhere. */
export function Hash({ hash }: { readonly hash: string | undefined }): ReactNode {
  return <span className={styles.code}>{hash}</span>;
}

/** Writes a measured duration: a response takes milliseconds. */
export function useMilliseconds(): (durationMs: number) => string {
  const format = useFormat();
  return (durationMs) =>
    durationMs < spanFromMs ? `${format.count(Math.round(durationMs))} ms` : format.span(durationMs);
}
