import { useQueryClient } from '@tanstack/react-query';
import type { Operation } from '#contract/operation.ts';
import { invalidate } from './read-key.ts';

export function useInvalidate(...operations: readonly Operation[]): () => void {
  const client = useQueryClient();
  return () => void invalidate(client, ...operations);
}
