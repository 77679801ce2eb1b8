import type { CSSProperties, ReactNode } from 'react';
import type { Draw } from '#contract/draws.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Figure } from '#web/ui/figure/figure.tsx';
import { classNames } from '#web/ui/style/class-names.ts';
import common from '#web/ui/style/common.module.css';
import styles from './draws.module.css';

const digitCount = 6;
const digits = Array.from({ length: 10 }, (_, digit) => digit);

/** Six reels that roll to the drawn number within two seconds; with reduced motion they show it at once. */
export function Reels({ drawn, isDrawing }: { readonly drawn: Draw | null; readonly isDrawing: boolean }): ReactNode {
  const t = useText();
  if (!drawn) return <Placeholder isDrawing={isDrawing} />;
  const shown = String(drawn.number).padStart(digitCount, '0');
  return (
    <div className={styles.reels}>
      <p className={common.spoken}>
        {t('draws.number')} <Figure source="probe">{shown}</Figure>
      </p>
      <div className={styles.windows} aria-hidden="true" data-source="probe" key={drawn.id}>
        {Array.from(shown, (digit, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the places of a number are its identity.
          <Reel key={place} place={place} digit={Number(digit)} />
        ))}
      </div>
    </div>
  );
}

function Placeholder({ isDrawing }: { readonly isDrawing: boolean }): ReactNode {
  return (
    <div className={classNames(styles.windows, isDrawing && styles.waiting)} aria-hidden="true">
      {Array.from({ length: digitCount }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity.
        <span key={place} className={styles.window} />
      ))}
    </div>
  );
}

/** One digit: the strip of all of them, twice, of which the window shows one. */
function Reel({ place, digit }: { readonly place: number; readonly digit: number }): ReactNode {
  const style = { '--stop': digit + digits.length, '--place': place } as CSSProperties;
  return (
    <span className={styles.window}>
      <span className={styles.strip} style={style}>
        {[...digits, ...digits].map((each, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the strip never changes.
          <span key={at}>{each}</span>
        ))}
      </span>
    </span>
  );
}
