import type { ReactNode } from 'react';
import type { MarketStatus } from '#contract/market.ts';
import { recordingName } from '#web/platform/format/recording-name.ts';
import { type Format, useFormat } from '#web/platform/format/use-format.ts';
import { type Translate, useText } from '#web/platform/i18n/text.ts';
import { productNow } from '#web/platform/product-clock.ts';
import { useStreamState } from '#web/platform/stream/use-stream.ts';
import { useRedrawEvery } from '#web/platform/visible-interval.ts';
import { SourceLine } from '#web/ui/figure/figure.tsx';
import styles from './market-note.module.css';

interface MarketNoteProps {
  /** Omits the name of the recording or exchange. */
  readonly short?: boolean;
  readonly status: MarketStatus | undefined;
}

/** The price source and the age of the newest price; explains a stale market. */
export function MarketNote({ status, short = false }: MarketNoteProps): ReactNode {
  const t = useText();
  const format = useFormat();
  const streamState = useStreamState();
  useRedrawEvery(1000);
  if (!status) return <div className={styles.waiting}>{short ? null : t('identity.promise')}</div>;
  const words = [
    short ? t(status.source === 'replay' ? 'market.replayShort' : 'market.liveShort') : sourceWords(t, status),
    freshnessWords(t, format, status),
    status.clockSpeed === 1 ? null : t('market.clockSpeed', { speed: status.clockSpeed }),
    streamState === 'behind' ? t('market.behind') : null,
  ];
  return (
    <SourceLine source="market" note={[sourceWords(t, status), ...rangeOf(status)].join('\u00a0· ')}>
      <span className={status.state === 'stale' ? styles.stale : undefined}>
        {words.filter((word) => word !== null).join('\u00a0· ')}
      </span>
    </SourceLine>
  );
}

export const dateOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** The days that a recording is of. */
function rangeOf({ identity }: MarketStatus): string[] {
  return identity && 'recordedFrom' in identity
    ? [`${dateOf(identity.recordedFrom)} – ${dateOf(identity.recordedTo - 1)} UTC`]
    : [];
}

function sourceWords(t: Translate, status: Pick<MarketStatus, 'source' | 'label'>): string {
  return status.source === 'replay'
    ? t('market.replay', { recording: recordingName(t, status.label) })
    : t('market.live', { exchange: status.label });
}

function freshnessWords(t: Translate, format: Format, { state, lastPriceAt }: MarketStatus): string | null {
  const age = lastPriceAt === null ? null : format.span(Math.max(0, productNow() - lastPriceAt));
  if (state === 'live') return age === null ? null : t('market.age', { age });
  return age === null ? t('market.staleUnknown') : t('market.stale', { age });
}
