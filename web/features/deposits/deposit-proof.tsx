import { type ReactNode, useEffect } from 'react';
import type { Deposit } from '#contract/deposits.ts';
import { problemText } from '#web/platform/api/problem-text.ts';
import { showToast } from '#web/ui/feedback/toast.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { ProofPicker } from './proof-picker.tsx';
import { useProveDeposit } from './queries.ts';
import { type SendImage, useProof } from './use-proof.ts';

interface DepositProofProps {
  readonly deposit: Pick<Deposit, 'id'>;
  readonly sendImage: SendImage;
}

/** Adds a proof to a deposit that was already requested. */
export function DepositProof({ deposit: { id }, sendImage }: DepositProofProps): ReactNode {
  const proving = useProof(sendImage);
  const { mutate, error } = useProveDeposit((_, message) => showToast(message, 'success'));
  const image = proving.proof.step === 'sent' ? proving.proof.id : null;
  useEffect(() => {
    if (image !== null) mutate({ deposit: id, image });
  }, [mutate, id, image]);
  return (
    <Card>
      <ProofPicker choice={proving} error={error && image !== null ? problemText(error) : null} />
    </Card>
  );
}
