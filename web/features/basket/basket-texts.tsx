import type { ReactNode } from 'react';
import { useText } from '#web/platform/i18n/text.ts';
import { Card } from '#web/ui/layout/card.tsx';
import common from '#web/ui/style/common.module.css';

const texts = ['what', 'how', 'notSold', 'noTie'] as const;

/** Explains the index and how it is computed. */
export function BasketTexts(): ReactNode {
  const t = useText();
  return texts.map((text) => (
    <Card key={text} title={t(`basket.${text}`)}>
      <p className={common.secondary}>{t(`basket.${text}Text`)}</p>
    </Card>
  ));
}
