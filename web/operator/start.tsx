import { type ReactNode, useEffect } from 'react';
import { useGo } from '#web/platform/navigation/link.tsx';
import { pathOf } from './paths.ts';
import { useGetOperatorSession } from './queries/operators.ts';
import type { Section } from './sections.ts';

/** Any other address leads to the first section that the operator may see. */
export function startOn(sections: readonly Section[]): () => ReactNode {
  return () => <Start sections={sections} />;
}

function Start({ sections }: { readonly sections: readonly Section[] }): ReactNode {
  const go = useGo();
  const permissions = useGetOperatorSession().data?.permissions;
  const first = sections.find(({ permission }) => permissions?.includes(permission));
  useEffect(() => {
    if (first) go(pathOf(first.name), { replace: true });
  });
  return null;
}
