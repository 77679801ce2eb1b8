import * as contract from '#contract/tasks.ts';
import { type Binding, bindAll } from '#server/platform/http/binding.ts';
import { type BeginReadingDependencies, beginReading } from './begin-reading.ts';
import { type CollectTasksDependencies, collectTasks } from './collect-tasks.ts';
import { type FinishReadingDependencies, finishReading } from './finish-reading.ts';
import { type ListTasksDependencies, listTasks } from './list-tasks.ts';
import { type ReportVerificationDependencies, reportVerification } from './report-verification.ts';

export type TaskDependencies = ListTasksDependencies &
  CollectTasksDependencies &
  ReportVerificationDependencies &
  BeginReadingDependencies &
  FinishReadingDependencies;

export function taskRoutes(dependencies: TaskDependencies): readonly Binding[] {
  return bindAll('tasks', contract, {
    listTasks: (_, { member }) => listTasks(dependencies, member.memberId),
    collectTasks: (_, { member }) => collectTasks(dependencies, member.memberId),
    reportVerification: (input, { member }) => reportVerification(dependencies, member.memberId, input),
    beginReading: ({ id }, { member, locale }) => beginReading(dependencies, member.memberId, id, locale),
    finishReading: ({ reading }, { member }) => finishReading(dependencies, member.memberId, reading),
  });
}
