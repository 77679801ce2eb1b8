import type { Feature } from '#server/platform/http/binding.ts';
import type { SecretKeys } from '#server/platform/secret-keys.ts';
import { keyFor } from '#server/platform/secret-seal.ts';
import { type TaskDependencies, taskRoutes } from './routes.ts';

/** Daily tasks, their points, and the red envelope. */
export function openTasks({
  secretKeys,
  ...dependencies
}: Omit<TaskDependencies, 'key'> & { readonly secretKeys: Pick<SecretKeys, 'newest'> }): Feature {
  return { bindings: taskRoutes({ ...dependencies, key: keyFor('help reading', secretKeys.newest) }) };
}
