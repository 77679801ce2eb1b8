import type { Feature } from '#server/platform/http/binding.ts';
import type { CheckInDependencies } from './check-in.ts';
import { checkInRoutes } from './routes.ts';

/** The daily check-in and its points. */
export function openCheckIn(dependencies: CheckInDependencies): Feature {
  return { bindings: checkInRoutes(dependencies) };
}
