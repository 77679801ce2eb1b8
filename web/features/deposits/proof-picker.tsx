import { type ReactNode, useRef } from 'react';
import { problemText } from '#web/platform/api/problem-text.ts';
import { errorText, useText } from '#web/platform/i18n/text.ts';
import { pictureTypes } from '#web/platform/pictures/redraw-picture.ts';
import { Button } from '#web/ui/form/button.tsx';
import { IconButton } from '#web/ui/form/icon-button.tsx';
import { Icon } from '#web/ui/picture/icon.tsx';
import styles from './proof-picker.module.css';
import { ProofThumbnail } from './proof-thumbnail.tsx';
import type { Proof, ProofChoice } from './use-proof.ts';

interface ProofPickerProps {
  readonly choice: ProofChoice;
  /** Error at the proof. */
  readonly error: string | null;
}

/** Picks, uploads and removes the proof image of a deposit. */
export function ProofPicker({ choice, error }: ProofPickerProps): ReactNode {
  const t = useText();
  const input = useRef<HTMLInputElement>(null);
  const { proof } = choice;
  const ask = () => input.current?.click();
  return (
    <section aria-label={t('deposits.proof')}>
      <h2>{t('deposits.proof')}</h2>
      <input
        ref={input}
        type="file"
        accept={pictureTypes.join()}
        hidden
        onChange={({ target }) => {
          const file = target.files?.[0];
          // Reset, so that choosing the same file again fires a change event.
          target.value = '';
          if (file !== undefined) void choice.choose(file);
        }}
      />
      {proof.step === 'none' ? (
        <button type="button" className={styles.choose} onClick={ask}>
          <Icon name="records" size={20} />
          {t('deposits.proofChoose')}
        </button>
      ) : (
        <div className={styles.chosen}>
          <ProofThumbnail picture={previewOf(proof)} />
          <div className={styles.state}>
            <ProofState proof={proof} />
          </div>
          <IconButton icon="close" label={t('deposits.proofRemove')} onClick={choice.remove} />
        </div>
      )}
      {proof.step !== 'failed' ? null : (
        <div className={styles.actions}>
          {proof.again ? (
            <Button inline kind="outline" onClick={() => void choice.sendAgain()}>
              {t('deposits.proofAgain')}
            </Button>
          ) : null}
          <Button inline kind="quiet" onClick={ask}>
            {t('deposits.proofOther')}
          </Button>
        </div>
      )}
      {error === null ? null : (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
      <p className={styles.hint}>
        {proof.step === 'sent' && !proof.redrawn ? t('deposits.proofAsItIs') : t('deposits.proofHint')}
      </p>
    </section>
  );
}

/** Still on the phone: the same image serves as thumbnail and full size. */
function previewOf(proof: Proof): { readonly large: string; readonly small: string } | null {
  const preview = 'preview' in proof ? proof.preview : null;
  return preview === null ? null : { large: preview, small: preview };
}

function ProofState({ proof }: { readonly proof: Proof }): ReactNode {
  const t = useText();
  switch (proof.step) {
    case 'none':
      return null;
    case 'preparing':
      return <p role="status">{t('deposits.proofPreparing')}</p>;
    case 'sending':
      return (
        <>
          <p role="status">{t('deposits.proofSending')}</p>
          <progress className={styles.progress} value={proof.share} aria-label={t('deposits.proofSending')} />
        </>
      );
    case 'sent':
      return (
        <p role="status" className={styles.sent}>
          <Icon name="check" size={18} />
          {t('deposits.proofSent')}
        </p>
      );
    case 'failed': {
      const { problem } = proof;
      return (
        <p role="alert" className={styles.problem}>
          {problem instanceof Error ? problemText(problem) : errorText(problem.code, problem.values)}
        </p>
      );
    }
  }
}
