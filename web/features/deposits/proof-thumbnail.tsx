import type { ReactNode } from 'react';
import { useText } from '#web/platform/i18n/text.ts';
import { type Picture, PictureThumbnail } from '#web/ui/layout/picture-thumbnail.tsx';

/** The image of a payment. */
export function ProofThumbnail({ picture }: { readonly picture: Picture | null }): ReactNode {
  const t = useText();
  return <PictureThumbnail picture={picture} title={t('deposits.proofTitle')} openLabel={t('deposits.proofOpen')} />;
}
