import { type ReactNode, useState } from 'react';
import type { SecondFactors } from '#contract/identity-schemas.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { showToast } from '#web/ui/feedback/toast.tsx';
import { Count } from '#web/ui/figure/amounts.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Chip } from '#web/ui/layout/chip.tsx';
import { Row, RowList } from '#web/ui/layout/row.tsx';
import { Sheet } from '#web/ui/overlay/sheet.tsx';
import common from '#web/ui/style/common.module.css';
import { useGetSecondFactors, useRemoveAuthenticator, useRenewBackupCodes } from '../queries/protection.ts';
import styles from './authenticator.module.css';
import { AuthenticatorSetup } from './authenticator-setup.tsx';
import { BackupCodes } from './backup-codes.tsx';
import { OwnerForm } from './owner-form.tsx';

type Act = 'setUp' | 'turnOff' | 'renew';

/** The authenticator app and its backup codes: set up, turn off, renew. */
export function AuthenticatorCard(): ReactNode {
  const t = useText();
  const factors = useGetSecondFactors();
  const [act, setAct] = useState<Act | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const close = () => setAct(null);
  const show = (drawn: readonly string[], message: string) => {
    close();
    setCodes(drawn);
    showToast(message, 'success');
  };
  return (
    <>
      <Card title={t('security.authenticator')} aside={<State authenticator={factors.data?.authenticator} />}>
        <Loaded query={factors} height={88}>
          {(known) =>
            known.authenticator === null ? (
              <div className={common.parts}>
                <p className={common.secondary}>{t('security.authenticatorText')}</p>
                <Button kind="outline" onClick={() => setAct('setUp')}>
                  {t('security.authenticatorSetUp')}
                </Button>
              </div>
            ) : (
              <TurnedOn authenticator={known.authenticator} onAct={setAct} />
            )
          }
        </Loaded>
      </Card>
      <Sheet open={act === 'setUp'} onClose={close} title={t('security.authenticator')}>
        <AuthenticatorSetup onDone={show} />
      </Sheet>
      <Sheet open={act === 'turnOff'} onClose={close} title={t('security.turnOffTitle')}>
        <TurnOff onDone={close} />
      </Sheet>
      <Sheet open={act === 'renew'} onClose={close} title={t('security.renewCodesTitle')}>
        <RenewCodes onDone={show} />
      </Sheet>
      <BackupCodes codes={codes} onKept={() => setCodes(null)} />
    </>
  );
}

function State({ authenticator }: { readonly authenticator: SecondFactors['authenticator'] | undefined }): ReactNode {
  const t = useText();
  if (authenticator === undefined) return null;
  return (
    <Chip tone={authenticator ? 'accent' : 'plain'}>{t(authenticator ? 'security.isSet' : 'security.isUnset')}</Chip>
  );
}

interface TurnedOnProps {
  readonly authenticator: NonNullable<SecondFactors['authenticator']>;
  readonly onAct: (act: Act) => void;
}

/** Few codes left: suggest new ones. */
const fewCodes = 3;

function TurnedOn({ authenticator: { since, backupCodesLeft }, onAct }: TurnedOnProps): ReactNode {
  const t = useText();
  const format = useFormat();
  return (
    <div className={common.parts}>
      <RowList label={t('security.authenticator')}>
        <Row
          title={t('security.backupCodesLeft')}
          note={backupCodesLeft > fewCodes ? undefined : t('security.backupCodesFew')}
          value={<Count source="probe" mark="own" count={backupCodesLeft} />}
        />
        <Row title={t('security.authenticatorSince', { time: format.dayTime(since) })} />
      </RowList>
      <p className={common.secondary}>{t('recovery.lost')}</p>
      <div className={styles.actions}>
        <Button inline kind="outline" onClick={() => onAct('renew')}>
          {t('security.renewCodes')}
        </Button>
        <Button inline kind="outline" onClick={() => onAct('turnOff')}>
          {t('security.authenticatorTurnOff')}
        </Button>
      </div>
    </div>
  );
}

function TurnOff({ onDone }: { readonly onDone: () => void }): ReactNode {
  const t = useText();
  return (
    <OwnerForm
      mutation={useRemoveAuthenticator()}
      action={t('security.authenticatorTurnOff')}
      onDone={({ message }) => {
        onDone();
        showToast(message, 'success');
      }}
    >
      <p>{t('security.turnOffText')}</p>
    </OwnerForm>
  );
}

interface RenewCodesProps {
  readonly onDone: (backupCodes: readonly string[], message: string) => void;
}

function RenewCodes({ onDone }: RenewCodesProps): ReactNode {
  const t = useText();
  return (
    <OwnerForm
      mutation={useRenewBackupCodes()}
      action={t('security.renewCodes')}
      onDone={({ value, message }) => onDone(value.backupCodes, message)}
    >
      <p>{t('security.renewCodesText')}</p>
    </OwnerForm>
  );
}
