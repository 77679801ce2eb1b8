import { type ReactNode, useState } from 'react';
import { type Passkey, passkeysMax } from '#contract/identity-schemas.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { errorText, useText } from '#web/platform/i18n/text.ts';
import { passkeySupport } from '#web/platform/passkeys/passkey-failure.ts';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { showFailure } from '#web/ui/feedback/outcome-toasts.ts';
import { showToast } from '#web/ui/feedback/toast.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Row, RowList } from '#web/ui/layout/row.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { Sheet } from '#web/ui/overlay/sheet.tsx';
import common from '#web/ui/style/common.module.css';
import { useGetSecondFactors, useRemovePasskey } from '../queries/protection.ts';
import { AddPasskey } from './add-passkey.tsx';

/** The member's passkeys with their last use; adding and removing them. */
export function PasskeyCard(): ReactNode {
  const t = useText();
  const factors = useGetSecondFactors();
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<Passkey | null>(null);
  return (
    <>
      <Card title={t('security.passkeys')}>
        <div className={common.parts}>
          <p className={common.secondary}>{t('security.passkeysText')}</p>
          <Loaded query={factors} height={64}>
            {({ passkeys }) => (
              <>
                {passkeys.length === 0 ? <p>{t('security.noPasskeys')}</p> : null}
                {passkeys.length === 0 ? null : <PasskeyList passkeys={passkeys} onRemove={setRemoved} />}
                <AddButton count={passkeys.length} onPress={() => setAdding(true)} />
              </>
            )}
          </Loaded>
        </div>
      </Card>
      <Sheet open={isAdding} onClose={() => setAdding(false)} title={t('security.addPasskey')}>
        <AddPasskey
          hasAuthenticator={factors.data?.authenticator != null}
          onAdded={(message) => {
            setAdding(false);
            showToast(message, 'success');
          }}
        />
      </Sheet>
      <RemovePasskey passkey={removed} onClose={() => setRemoved(null)} />
    </>
  );
}

interface PasskeyListProps {
  readonly passkeys: readonly Passkey[];
  readonly onRemove: (passkey: Passkey) => void;
}

function PasskeyList({ passkeys, onRemove }: PasskeyListProps): ReactNode {
  const t = useText();
  const format = useFormat();
  const noteOf = ({ addedAt, lastUsedAt, synced }: Passkey): string =>
    [
      lastUsedAt === null
        ? t('security.passkeyAddedAt', { time: format.dayTime(addedAt) })
        : t('security.lastSeen', { time: format.dayTime(lastUsedAt) }),
      ...(synced ? [t('security.passkeySynced')] : []),
    ].join('\u00a0· ');
  return (
    <RowList label={t('security.passkeys')}>
      {passkeys.map((passkey) => (
        <Row
          key={passkey.id}
          title={<span data-words>{passkey.name}</span>}
          note={noteOf(passkey)}
          value={
            <Button inline kind="outline" onClick={() => onRemove(passkey)}>
              {t('security.removePasskey')}
            </Button>
          }
        />
      ))}
    </RowList>
  );
}

/** The add button, or why passkeys are not available here. */
function AddButton({ count, onPress }: { readonly count: number; readonly onPress: () => void }): ReactNode {
  const t = useText();
  const support = passkeySupport();
  if (support === 'address') return <p className={common.secondary}>{errorText('passkeysUnavailable')}</p>;
  if (support === 'unsupported') return <p className={common.secondary}>{t('security.passkeyUnsupported')}</p>;
  if (count >= passkeysMax) return <p data-rule="security">{errorText('passkeysFull', { maximum: passkeysMax })}</p>;
  return (
    <Button kind="outline" onClick={onPress}>
      {t('security.addPasskey')}
    </Button>
  );
}

function RemovePasskey({ passkey, onClose }: { readonly passkey: Passkey | null; readonly onClose: () => void }) {
  const t = useText();
  const removing = useRemovePasskey();
  const remove = () =>
    removing.mutate(
      { passkey: passkey?.id ?? '' },
      {
        onSuccess({ message }) {
          onClose();
          showToast(message, 'success');
        },
        onError: showFailure,
      },
    );
  return (
    <Dialog
      open={passkey !== null}
      title={t('security.removePasskeyTitle', { name: passkey?.name ?? '' })}
      onClose={onClose}
      actions={[
        { label: t('security.removePasskey'), onPress: remove, busy: removing.isPending },
        { label: t('shell.cancel'), onPress: onClose, kind: 'quiet' },
      ]}
    >
      {t('security.removePasskeyText')}
    </Dialog>
  );
}
