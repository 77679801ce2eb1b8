import { type ReactNode, useState } from 'react';
import type { DocumentEntry } from '#contract/content.ts';
import { refusalCode } from '#web/platform/api/refusal.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { useGo } from '#web/platform/navigation/link.tsx';
import { tabStorage } from '#web/platform/session/storage.ts';
import { useUsername } from '#web/platform/session/use-username.ts';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { showFailure } from '#web/ui/feedback/outcome-toasts.ts';
import { showToast } from '#web/ui/feedback/toast.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Sheet } from '#web/ui/overlay/sheet.tsx';
import common from '#web/ui/style/common.module.css';
import { Blocks } from '#web/ui/text/blocks.tsx';
import { changedBlocks } from './changed-blocks.ts';
import { useAcceptTerms, useGetDocument, useListDocuments } from './queries.ts';
import styles from './terms-prompt.module.css';

interface TermsPromptProps {
  /** The page is left alone: nothing stands before a withdrawal. */
  readonly isHeldBack: boolean;
}

const answeredKey = 'terms-asked';

/** Asks a member who accepted an earlier version of a document to accept the current one: once after a sign-in, with what changed. */
export function TermsPrompt({ isHeldBack }: TermsPromptProps): ReactNode {
  const t = useText();
  const username = useUsername() ?? '';
  const [answered, setAnswered] = useState(() => tabStorage.getItem(answeredKey) ?? '');
  const entry = useListDocuments().data?.find(isOutdated);
  const question = entry === undefined ? '' : `${username} ${entry.id} ${entry.version}`;
  const close = (): void => {
    setAnswered(question);
    tabStorage.setItem(answeredKey, question);
  };
  const open = entry !== undefined && question !== answered && !isHeldBack;
  return (
    <Sheet open={open} onClose={close} title={t('content.newVersion')}>
      {entry === undefined ? null : <Question entry={entry} onClose={close} />}
    </Sheet>
  );
}

/** Those who accepted none were members before consents were kept: they are asked as well. */
function isOutdated({ version, accepted }: DocumentEntry): boolean {
  return (accepted?.version ?? 0) < version;
}

function Question({ entry, onClose }: { readonly entry: DocumentEntry; readonly onClose: () => void }): ReactNode {
  const t = useText();
  const go = useGo();
  const { id, version, title, accepted } = entry;
  // By its number: what is kept of the current one may be an earlier version by now.
  const current = useGetDocument(id, version);
  const earlier = useGetDocument(accepted === null ? null : id, accepted?.version ?? null);
  const isWhole = accepted === null || refusalCode(earlier.error) === 'documentUnknown';
  const shown = isWhole ? current : earlier;
  const accept = useAcceptTerms((message) => {
    showToast(message, 'success');
    onClose();
  });
  const readWhole = (): void => {
    onClose();
    go(`/auth?id=${id}`);
  };
  return (
    <div className={styles.question}>
      <p data-words>
        {t(isWhole ? 'content.newVersionWhole' : 'content.newVersionText', {
          title,
          accepted: accepted?.version ?? 0,
        })}
      </p>
      <Loaded query={shown} height={240}>
        {(before) =>
          current.data === undefined ? null : (
            <Blocks blocks={isWhole ? before.blocks : changedBlocks(before.blocks, current.data.blocks)} />
          )
        }
      </Loaded>
      <Button kind="quiet" inline onClick={readWhole}>
        {t('content.readWhole')}
      </Button>
      <p className={common.text}>{t('content.newVersionFree')}</p>
      <div className={styles.actions}>
        <Button kind="quiet" onClick={onClose}>
          {t('content.notNow')}
        </Button>
        <Button
          busy={accept.isPending}
          disabled={shown.data === undefined || current.data === undefined}
          onClick={() => accept.mutate({ id, version }, { onError: showFailure })}
        >
          {t('content.accept')}
        </Button>
      </div>
    </div>
  );
}
