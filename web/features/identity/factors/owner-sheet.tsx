import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type OwnerQuestion, ownerQuestion } from '#web/platform/api/call-as-owner.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { useStore } from '#web/platform/use-store.ts';
import { Sheet } from '#web/ui/overlay/sheet.tsx';
import { OwnerForm } from './owner-form.tsx';

/** Asks for the login password, and the second factor, of a call that waits for its owner; on any page. */
export function OwnerSheet(): ReactNode {
  const t = useText();
  const question = useStore(ownerQuestion.subscribe, ownerQuestion.snapshot);
  return (
    <Sheet open={question !== null} onClose={() => question?.cancel()} title={t('security.ownerTitle')}>
      {question === null ? null : <Answer question={question} />}
    </Sheet>
  );
}

function Answer({ question }: { readonly question: OwnerQuestion }): ReactNode {
  const t = useText();
  const mutation = useMutation({
    mutationFn: ({ password, factor }: { readonly password: string; readonly factor: string }) =>
      question.attempt({ login: password, factor: factor === '' ? undefined : factor }),
  });
  return (
    <OwnerForm mutation={mutation} action={t('security.ownerConfirm')} onDone={() => undefined} hasFactor={false}>
      <p>{t('security.ownerText')}</p>
    </OwnerForm>
  );
}
