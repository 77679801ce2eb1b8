import * as contract from '#contract/tasks.ts';
import type { Feature } from '#server/platform/feature.ts';
import { bindAll } from '#server/platform/http/binding.ts';
import type { SecretKeys } from '#server/platform/secret-keys.ts';
import { keyFor } from '#server/platform/secret-seal.ts';
import { type BeginReadingDependencies, beginReading } from './begin-reading.ts';
import { type CollectTasksDependencies, collectTasks } from './collect-tasks.ts';
import { finishReading } from './finish-reading.ts';
import { type ListTasksDependencies, listTasks } from './list-tasks.ts';
import { type ReportVerificationDependencies, reportVerification } from './report-verification.ts';

export type TasksDependencies = ListTasksDependencies &
  CollectTasksDependencies &
  ReportVerificationDependencies &
  Omit<BeginReadingDependencies, 'key'> & { readonly secretKeys: Pick<SecretKeys, 'newest'> };

/** Daily tasks, their points, and the red envelope. */
export function openTasks(dependencies: TasksDependencies): Feature {
  const own = { ...dependencies, key: keyFor('help reading', dependencies.secretKeys.newest) };
  return {
    bindings: bindAll('tasks', contract, {
      listTasks: (_, { member }) => listTasks(own, member.memberId),
      collectTasks: (_, { member }) => collectTasks(own, member.memberId),
      reportVerification: (input, { member }) => reportVerification(own, member.memberId, input),
      beginReading: ({ id }, { member, locale }) => beginReading(own, member.memberId, id, locale),
      finishReading: ({ reading }, { member }) => finishReading(own, member.memberId, reading),
    }),
  };
}
