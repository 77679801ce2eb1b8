import type { ReactNode } from 'react';
import type { LossLimitView } from '#contract/limits.ts';
import { useFormFields } from '#web/platform/api/use-form-fields.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { showFailure } from '#web/ui/feedback/outcome-toasts.ts';
import { Button } from '#web/ui/form/button.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { Sheet } from '#web/ui/overlay/sheet.tsx';
import common from '#web/ui/style/common.module.css';
import { type LimitField, readLimit, wouldWait } from './limit-form.ts';
import { useLiftLossLimit, useSetLossLimit } from './queries.ts';

interface LimitSheetProps {
  /** The limit being changed; null while closed. */
  readonly limit: LossLimitView | null;
  readonly timeZone: string;
  readonly onClose: () => void;
}

/** Sets, tightens, loosens and removes a limit. */
export function LimitSheet({ limit, timeZone, onClose }: LimitSheetProps): ReactNode {
  const t = useText();
  return (
    <Sheet open={limit !== null} onClose={onClose} title={limit === null ? '' : t(`limits.${limit.period}`)}>
      {limit === null ? null : (
        <div className={common.parts}>
          <p className={common.secondary}>{t(`limits.${limit.period}Text`)}</p>
          <p className={common.secondary}>{t('limits.zone', { zone: timeZone })}</p>
          <LimitForm limit={limit} onDone={onClose} />
        </div>
      )}
    </Sheet>
  );
}

function LimitForm({ limit, onDone }: { readonly limit: LossLimitView; readonly onDone: () => void }): ReactNode {
  const t = useText();
  const format = useFormat();
  const fields = useFormFields<LimitField>({ amount: '' }, { amountMissing: 'amount', amountInvalid: 'amount' });
  const setting = useSetLossLimit();
  const lifting = useLiftLossLimit();
  const amount = format.typedAmount(fields.values.amount);

  function submit(): void {
    if (lifting.isPending) return;
    const read = readLimit(limit, amount);
    if (read.input === null) fields.errors.show(read.errors);
    else setting.mutate(read.input, { onSuccess: onDone, onError: fields.refused });
  }

  const lift = () => lifting.mutate({ period: limit.period }, { onSuccess: onDone, onError: showFailure });

  return (
    <Form
      fields={fields}
      sending={setting}
      onSubmit={submit}
      action={t('limits.save')}
      below={
        limit.amount === null ? null : (
          <Button kind="quiet" busy={lifting.isPending} onClick={lift}>
            {t('limits.lift')}
          </Button>
        )
      }
    >
      <Field
        {...fields.field('amount')}
        label={t('limits.amount')}
        inputMode="decimal"
        maxLength={20}
        hint={wouldWait(limit, amount) ? t('limits.looser') : undefined}
      />
    </Form>
  );
}
