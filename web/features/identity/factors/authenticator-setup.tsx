import type { ReactNode } from 'react';
import { queryProblem } from '#web/platform/api/problem-text.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { copyText } from '#web/ui/feedback/copy-text.ts';
import { ErrorState, Skeleton } from '#web/ui/feedback/states.tsx';
import { IconButton } from '#web/ui/form/icon-button.tsx';
import { Row, RowList } from '#web/ui/layout/row.tsx';
import { QrCode } from '#web/ui/picture/qr-code.tsx';
import common from '#web/ui/style/common.module.css';
import { useConfirmAuthenticator, useStartAuthenticator } from '../queries/protection.ts';
import styles from './authenticator.module.css';
import { OwnerForm } from './owner-form.tsx';

interface AuthenticatorSetupProps {
  readonly onDone: (backupCodes: readonly string[], message: string) => void;
}

/** The authenticator secret as a QR code and as text; a first code confirms that the app has it. */
export function AuthenticatorSetup({ onDone }: AuthenticatorSetupProps): ReactNode {
  const t = useText();
  const drawn = useStartAuthenticator();
  const confirming = useConfirmAuthenticator();
  const problem = queryProblem(drawn);
  if (problem !== null) return <ErrorState message={problem} onRetry={() => void drawn.refetch()} />;
  return (
    <OwnerForm
      mutation={confirming}
      action={t('security.authenticatorTurnOn')}
      setupHint={t('security.authenticatorCode')}
      onDone={({ value, message }) => onDone(value.backupCodes, message)}
    >
      <p>{t('security.authenticatorScan')}</p>
      {drawn.data === undefined ? (
        <Skeleton height={208} />
      ) : (
        <>
          <QrCode text={drawn.data.address} label={t('security.authenticatorPicture')} />
          <RowList>
            <Row
              title={t('security.authenticatorKey')}
              note={<code className={styles.key}>{inGroups(drawn.data.secret)}</code>}
              value={
                <IconButton
                  icon="copy"
                  label={t('security.copyKey')}
                  onClick={() => void copyText(drawn.data.secret)}
                />
              }
            />
          </RowList>
        </>
      )}
      <p className={common.secondary}>{t('security.othersSignedOut')}</p>
    </OwnerForm>
  );
}

/** In groups of four, as it is read and typed. */
function inGroups(secret: string): string {
  return secret.replace(/(.{4})(?=.)/g, '$1 ');
}
