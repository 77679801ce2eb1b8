import type { UseQueryResult } from '@tanstack/react-query';
import { listOpenDeposits, type OpenDeposit } from '#contract/deposits-operators.ts';
import { useRead } from '#web/platform/api/use-read.ts';
import { refreshMs } from './refresh.ts';

export function useListOpenDeposits(after: string | undefined): UseQueryResult<OpenDeposit[]> {
  return useRead(listOpenDeposits, { after }, { refetchInterval: refreshMs });
}
