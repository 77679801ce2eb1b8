import { type ReactNode, useState } from 'react';
import type { Deposit } from '#contract/deposits.ts';
import { problemText } from '#web/platform/api/problem-text.ts';
import { refusalCode } from '#web/platform/api/refusal.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { errorText, useText } from '#web/platform/i18n/text.ts';
import { RuleValue } from '#web/ui/figure/rule-value.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Row, RowList } from '#web/ui/layout/row.tsx';
import { BehindNote, NetworkRows } from './channel-network.tsx';
import { DepositAmount } from './deposit-amount.tsx';
import { type DepositChannel, type DepositError, fieldOfRefusal, readDeposit } from './deposit-form.ts';
import { FromWallet } from './from-wallet.tsx';
import { ProofPicker } from './proof-picker.tsx';
import { useRequestDeposit } from './queries.ts';
import { type Proof, type SendImage, useProof } from './use-proof.ts';

interface DepositRequestProps {
  readonly channels: readonly DepositChannel[];
  /** Preselected channel; the first one if there is none with that id. */
  readonly first: string | null;
  readonly sendImage: SendImage;
  readonly onRequested: (deposit: Deposit, message: string) => void;
}

/** The deposit form: channel, amount and proof; for chains also a transfer that was already sent. */
export function DepositRequest({ channels, first, sendImage, onRequested }: DepositRequestProps): ReactNode {
  const t = useText();
  const format = useFormat();
  const [channelId, setChannelId] = useState(first);
  const [amount, setAmount] = useState('');
  const [error, setError] = useState<DepositError | null>(null);
  /** The proof's step when the member submitted too early: the hint is shown until it changes. */
  const [submittedAt, setSubmittedAt] = useState<Proof['step'] | null>(null);
  const proving = useProof(sendImage);
  const request = useRequestDeposit(onRequested);
  const channel = channels.find(({ id }) => id === channelId) ?? channels[0];
  if (channel === undefined) return null;
  const { proof } = proving;

  const type = (typed: string) => {
    setAmount(typed);
    setError(null);
    request.reset();
  };

  function submit(): void {
    if (channel === undefined) return;
    const read = readDeposit(channel, format.typedAmount(amount), proof.step === 'sent' ? proof.id : null);
    setError(read.error);
    const isReady = proof.step === 'none' || proof.step === 'sent';
    setSubmittedAt(isReady ? null : proof.step);
    if (read.input === null || !isReady) return;
    request.mutate(read.input, {
      onError: (refusal) => fieldOfRefusal(refusalCode(refusal)) === 'proof' && proving.refuse(refusal),
    });
  }

  const refusedField = fieldOfRefusal(refusalCode(request.error));
  const refusal = request.error && problemText(request.error);
  return (
    <>
      {channel.behindSince === null ? null : <BehindNote since={channel.behindSince} />}
      <Card>
        <Form
          sending={request}
          problem={refusedField === 'form' ? refusal : null}
          onSubmit={submit}
          action={t('deposits.submit')}
        >
          <ChannelChoice channels={channels} chosen={channel} onChoose={setChannelId} />
          <DepositAmount
            channel={channel}
            amount={amount}
            onChange={type}
            error={error === null ? (refusedField === 'amount' ? refusal : null) : errorText(error.code, error.values)}
          />
          {/* On a chain there is nothing to prove before its address is known. */}
          {channel.network === null ? (
            <ProofPicker choice={proving} error={submittedAt === proof.step ? t(earlyText(submittedAt)) : null} />
          ) : null}
        </Form>
      </Card>
      {channel.network === null ? null : <FromWallet channel={channel.id} onFound={onRequested} />}
    </>
  );
}

const earlyText = (step: Proof['step']) => (step === 'failed' ? 'deposits.proofNotSent' : 'deposits.proofWait');

interface ChannelChoiceProps {
  readonly channels: readonly DepositChannel[];
  readonly chosen: DepositChannel;
  readonly onChoose: (id: string) => void;
}

function ChannelChoice({ channels, chosen, onChoose }: ChannelChoiceProps): ReactNode {
  const t = useText();
  const format = useFormat();
  return (
    <div>
      <h2>{t('deposits.channel')}</h2>
      <RowList label={t('deposits.chooseChannel')}>
        {channels.map(({ id, name, confirmationsNeeded }) => (
          <Row
            key={id}
            title={<span data-words="">{name}</span>}
            note={
              <RuleValue rule="deposit">
                {t('deposits.channelConfirmations', { count: format.count(confirmationsNeeded) })}
              </RuleValue>
            }
            selected={id === chosen.id}
            onPress={() => onChoose(id)}
          />
        ))}
        <NetworkRows network={chosen.network} />
      </RowList>
    </div>
  );
}
