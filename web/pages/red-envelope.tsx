import type { ReactNode } from 'react';
import { EnvelopeCard } from '#web/features/tasks/envelope-card.tsx';
import { FreeActivation } from '#web/features/tasks/free-activation.tsx';
import { useListTasks } from '#web/features/tasks/queries.ts';
import { SumCard } from '#web/features/tasks/sum-card.tsx';
import { TaskList } from '#web/features/tasks/task-list.tsx';
import { useText } from '#web/platform/i18n/text.ts';
import { useGoBack } from '#web/platform/navigation/link.tsx';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { Screen } from '#web/ui/layout/screen.tsx';

/** The red envelope: the day's tasks, what they give, and the free activation. */
export function Page(): ReactNode {
  const t = useText();
  return (
    <Screen title={t('assets.redEnvelope')} onBack={useGoBack('/homeTab')}>
      <Loaded query={useListTasks()} height={[340, 460, 240]} radius={14}>
        {(listed) => (
          <>
            <EnvelopeCard listed={listed} />
            <TaskList listed={listed} />
            <FreeActivation weight={listed.weight} />
          </>
        )}
      </Loaded>
      <SumCard />
    </Screen>
  );
}
