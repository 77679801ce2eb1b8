import { vi } from 'vitest';

// Of a thread that test files share: what is ours is loaded anew for each, and what an earlier one put in place of something else is gone.
vi.resetModules();
vi.useRealTimers();
vi.restoreAllMocks();
vi.unstubAllGlobals();
vi.unstubAllEnvs();
