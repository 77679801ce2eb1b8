import * as contract from '#contract/own-data.ts';
import { type Binding, bindAll } from '#server/platform/http/binding.ts';
import { type DeletionDependencies, deleteOwnData } from './delete-own-data.ts';
import { type ExportDependencies, exportOwnData } from './export-own-data.ts';
import { type GetDeletionDependencies, getDeletion } from './get-deletion.ts';

/** A password check costs as much as dozens of other calls. */
const passwordWeight = 10;

export function ownDataRoutes(
  dependencies: ExportDependencies & DeletionDependencies & GetDeletionDependencies,
): readonly Binding[] {
  return bindAll('own-data', contract, {
    exportOwnData: { handler: (input, call) => exportOwnData(dependencies, input, call), weight: passwordWeight },
    getDeletion: (_, { member }) => getDeletion(dependencies, member.memberId),
    deleteOwnData: { handler: (input, call) => deleteOwnData(dependencies, input, call), weight: passwordWeight },
  });
}
