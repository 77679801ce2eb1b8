import { type ReactNode, useState } from 'react';
import type { Offered } from '#contract/products.ts';
import { parseAmount, toDecimal, type Usdt } from '#core/money/amount.ts';
import { narrowDigits } from '#web/platform/format/number.ts';
import { Checkbox } from '#web/ui/form/checkbox.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { useConsoleText } from '../locale.ts';
import { useProposeProductChange } from '../queries/products.ts';
import styles from '../ui/layout.module.css';
import { Propose } from '../ui/propose.tsx';
import { wholeOf } from '../ui/whole-of.ts';

/** Asks for another offer of a product: it waits for a second operator then. */
export function ProposeOffer({ offer, onDone }: { readonly offer: Offered; readonly onDone: () => void }): ReactNode {
  const t = useConsoleText();
  const propose = useProposeProductChange();
  const [isOpen, setOpen] = useState(offer.isOpen);
  const [minimum, setMinimum] = useState(toDecimal('USDT', offer.minimum));
  const [maximum, setMaximum] = useState(toDecimal('USDT', offer.maximum));
  const [rate, setRate] = useState(String(offer.dailyRatePpm ?? ''));
  const amountOf = (text: string): Usdt => parseAmount('USDT', narrowDigits(text.trim())) ?? (0n as Usdt);
  return (
    <div className={styles.answer}>
      <Checkbox name="open" checked={isOpen} onChange={setOpen}>
        {t('products.takesOrders')}
      </Checkbox>
      <Field label={t('products.minimum')} name="minimum" value={minimum} onChange={setMinimum} inputMode="decimal" />
      <Field label={t('products.maximum')} name="maximum" value={maximum} onChange={setMaximum} inputMode="decimal" />
      {offer.dailyRatePpm === null ? null : (
        <Field
          label={t('products.rate')}
          name="rate"
          value={rate}
          onChange={setRate}
          inputMode="numeric"
          maxLength={4}
          hint={t('products.rateText')}
        />
      )}
      <Propose
        label={t('products.propose')}
        hint={t('products.startText')}
        mutation={propose}
        changeOf={() => ({
          ...{ kind: offer.kind, item: offer.item, open: isOpen ? ('1' as const) : ('0' as const) },
          ...{ minimum: amountOf(minimum), maximum: amountOf(maximum) },
          ...(offer.dailyRatePpm !== null && { rate: wholeOf(rate) }),
        })}
        onDone={onDone}
      >
        {t('products.proposeText')}
      </Propose>
    </div>
  );
}
