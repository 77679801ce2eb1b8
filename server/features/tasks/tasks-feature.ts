import type { Feature } from '#server/platform/http/binding.ts';
import { keyFor } from '#server/platform/secret-seal.ts';
import { type TaskDependencies, taskRoutes } from './routes.ts';

/** Daily tasks, their points, and the red envelope. */
export function openTasks({
  secretKey,
  ...dependencies
}: Omit<TaskDependencies, 'key'> & { readonly secretKey: Buffer }): Feature {
  return { bindings: taskRoutes({ ...dependencies, key: keyFor('help reading', secretKey) }) };
}
