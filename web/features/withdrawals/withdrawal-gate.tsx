import { onlineManager } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { WithdrawalMethod } from '#contract/withdrawals.ts';
import { problemText } from '#web/platform/api/problem-text.ts';
import { errorText, useText } from '#web/platform/i18n/text.ts';
import { useGo } from '#web/platform/navigation/link.tsx';
import { showToast } from '#web/ui/feedback/toast.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { type Obstacle, obstacleOf } from './obstacle.ts';
import { useGate } from './queries.ts';

/** Calls `go`, or opens a dialog about what must be set up first. */
export function useGatePass(): {
  readonly pass: (method: WithdrawalMethod, to: string) => Promise<void>;
  readonly dialog: ReactNode;
} {
  const t = useText();
  const go = useGo();
  const gate = useGate();
  const [obstacle, setObstacle] = useState<Obstacle | null>(null);
  return {
    async pass(method, to) {
      // Tapped before the data arrived: wait for the request under way, unless offline.
      const isOnItsWay = gate.data === undefined && onlineManager.isOnline();
      const { data, error } = isOnItsWay ? await gate.refetch({ cancelRefetch: false }) : gate;
      if (data === undefined) {
        showToast((error && problemText(error)) ?? t('shell.couldNotLoad'), 'failure');
        return;
      }
      const found = obstacleOf(data, method);
      if (found === null) go(to);
      else setObstacle(found);
    },
    dialog: <GateDialog obstacle={obstacle} onClose={() => setObstacle(null)} />,
  };
}

interface GateDialogProps {
  readonly obstacle: Obstacle | null;
  readonly onClose: () => void;
}

export function GateDialog({ obstacle, onClose }: GateDialogProps): ReactNode {
  const t = useText();
  const go = useGo();
  const aboutCard = obstacle === 'cardUnset';
  const follow = (path: string) => {
    onClose();
    go(path);
  };
  return (
    <Dialog
      open={obstacle !== null}
      title={obstacle === null ? '' : errorText(obstacle)}
      onClose={onClose}
      actions={[
        aboutCard
          ? { label: t('withdrawals.gateCardConfirm'), onPress: () => follow('/editbank') }
          : { label: t('withdrawals.gatePasswordConfirm'), onPress: () => follow('/bankPwd') },
        ...(aboutCard
          ? [{ label: t('withdrawals.gateAddress'), onPress: () => follow('/tixian'), kind: 'outline' as const }]
          : []),
        { label: t('shell.cancel'), onPress: onClose, kind: 'quiet' },
      ]}
    >
      {t(aboutCard ? 'withdrawals.gateCardText' : 'withdrawals.gatePasswordText')}
    </Dialog>
  );
}
