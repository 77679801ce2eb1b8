import { type ReactNode, useState } from 'react';
import type { CategoryOffer, Round } from '#contract/round-records.ts';
import type { Usdt } from '#core/money/amount.ts';
import type { Category } from '#core/rounds/categories.ts';
import { followRoundsMax } from '#core/rounds/follow.ts';
import { type FormFields, useFormFields } from '#web/platform/api/use-form-fields.ts';
import { narrowDigits } from '#web/platform/format/number.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Figure } from '#web/ui/figure/figure.tsx';
import { RuleValue } from '#web/ui/figure/rule-value.tsx';
import { AmountField } from '#web/ui/form/amount-field.tsx';
import { Checkbox } from '#web/ui/form/checkbox.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import common from '#web/ui/style/common.module.css';
import { BetConfirm } from './bet-confirm.tsx';
import { type BetField, type BetForm, isFollow, outlookOf, readBet, refusalFields, refusalValues } from './bet-form.ts';
import { BetOutlookLines } from './bet-outlook.tsx';
import { CategoryChoice } from './category-choice.tsx';
import styles from './rounds.module.css';

interface BetSlipProps {
  readonly round: Round;
  readonly offers: readonly CategoryOffer[];
  /** Undefined while it loads. */
  readonly available: Usdt | undefined;
  /** What else speaks against a bet with this worst case, as a negative amount. */
  readonly warnings: (worst: Usdt) => ReactNode;
}

/** The bet: what on, how much, for how many rounds; then the sheet that places it. */
export function BetSlip({ round, offers, available, warnings }: BetSlipProps): ReactNode {
  const t = useText();
  const format = useFormat();
  const fields = useFormFields<BetField>({ amount: '', follow: '1', losslimit: '' }, refusalFields);
  const [category, setCategory] = useState<Category>('big');
  const [stopOnWin, setStopOnWin] = useState(false);
  // The round that was shown when the sheet opened: pressing again after a lost response must not bet on the next one.
  const [confirming, setConfirming] = useState<Round | null>(null);
  const form: BetForm = {
    category,
    amount: format.typedAmount(fields.values.amount),
    follow: narrowDigits(fields.values.follow).trim(),
    stopOnWin,
    losslimit: format.typedAmount(fields.values.losslimit),
  };
  const outlook = outlookOf(form);
  const submit = () => {
    const { errors } = readBet(round.id, form);
    if (errors === null) setConfirming(round);
    else fields.errors.show(errors, refusalValues);
  };
  return (
    <>
      <Card title={t('rounds.betOn')} className={styles.card}>
        <CategoryChoice offers={offers} chosen={category} onChoose={setCategory} />
      </Card>
      <Card className={styles.card}>
        <Form fields={fields} onSubmit={submit} action={t('rounds.review')}>
          <StakeField fields={fields} offer={offers.find(({ id }) => id === category)} available={available} />
          <FollowFields fields={fields} form={form} onStopOnWin={setStopOnWin} />
          {outlook && <BetOutlookLines form={form} outlook={outlook} />}
        </Form>
      </Card>
      <BetConfirm
        open={confirming !== null}
        round={confirming ?? round}
        form={form}
        outlook={outlook}
        warnings={warnings}
        onRefused={fields.refused}
        onClose={() => setConfirming(null)}
      />
    </>
  );
}

interface StakeFieldProps extends Pick<BetSlipProps, 'available'> {
  readonly fields: FormFields<BetField>;
  readonly offer: CategoryOffer | undefined;
}

function StakeField({ fields, offer, available }: StakeFieldProps): ReactNode {
  const t = useText();
  const format = useFormat();
  const hint = offer && available !== undefined && (
    <Figure source="ledger">
      {t('rounds.stakeHint', {
        minimum: format.exactUsdt(offer.minimum),
        maximum: format.exactUsdt(offer.maximum),
        available: format.usdt(available, 2),
      })}
    </Figure>
  );
  return <AmountField {...fields.field('amount')} label={t('rounds.stake')} hint={hint} />;
}

interface FollowFieldsProps {
  readonly fields: FormFields<BetField>;
  readonly form: BetForm;
  readonly onStopOnWin: (stops: boolean) => void;
}

function FollowFields({ fields, form, onStopOnWin }: FollowFieldsProps): ReactNode {
  const t = useText();
  return (
    <>
      <Field
        {...fields.field('follow')}
        label={t('rounds.rounds')}
        hint={<RuleValue rule="round">{t('rounds.roundsHint', { maximum: followRoundsMax })}</RuleValue>}
        inputMode="numeric"
        maxLength={3}
      />
      {isFollow(form) && (
        <>
          <Checkbox name="stoponwin" checked={form.stopOnWin} onChange={onStopOnWin}>
            {t('rounds.stopOnWin')}
          </Checkbox>
          <AmountField {...fields.field('losslimit')} label={t('rounds.lossLimit')} />
          <p className={common.text}>{t('rounds.neverDoubles')}</p>
        </>
      )}
    </>
  );
}
