import { type ReactNode, useState } from 'react';
import { imagePath } from '#contract/images.ts';
import { apiBase } from '#web/platform/api/request.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Sheet } from '#web/ui/sheet.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import styles from './proof-thumbnail.module.css';

/** Where the member's own image of that id can be looked at. */
export function addressOfImage(id: string): string {
  return apiBase + imagePath.replace('{image}', encodeURIComponent(id));
}

/** A small picture that opens large; without an address, the place of one. */
export function ProofThumbnail({ address }: { readonly address: string | null }): ReactNode {
  const t = useText();
  const [open, setOpen] = useState(false);
  const [missing, setMissing] = useState<string | null>(null);
  if (address === null) {
    return (
      <span className={styles.place}>
        <Icon name="records" size={20} />
      </span>
    );
  }
  return (
    <>
      <button type="button" className={styles.place} aria-label={t('deposit.proofOpen')} onClick={() => setOpen(true)}>
        {missing === address ? (
          <Icon name="records" size={20} />
        ) : (
          <img
            className={styles.small}
            src={address}
            alt=""
            loading="lazy"
            decoding="async"
            onError={() => setMissing(address)}
          />
        )}
      </button>
      <Sheet open={open} onClose={() => setOpen(false)} title={t('deposit.proofTitle')}>
        {missing === address ? (
          <ErrorState onRetry={() => setMissing(null)} />
        ) : (
          <img
            className={styles.large}
            src={address}
            alt={t('deposit.proofTitle')}
            onError={() => setMissing(address)}
          />
        )}
      </Sheet>
    </>
  );
}
