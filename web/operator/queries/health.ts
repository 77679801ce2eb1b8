import { getHealth } from '#contract/health.ts';
import { useRead } from '#web/platform/api/use-read.ts';
import { refreshMs } from './refresh.ts';

export const useGetHealth = () => useRead(getHealth, {}, { refetchInterval: refreshMs });
