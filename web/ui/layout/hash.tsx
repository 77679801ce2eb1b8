import type { ReactNode } from 'react';
import common from '../style/common.module.css';

interface HashProps {
  readonly label: ReactNode;
  /** Null: not published yet. */
  readonly value: string | null;
  /** Shown in place of a value that is not published yet. */
  readonly missing: string;
}

/** A hash, key or seed below its label. */
export function Hash({ label, value, missing }: HashProps): ReactNode {
  return (
    <dl>
      <dt className={common.faint}>{label}</dt>
      <dd>{value === null ? missing : <code className={common.hash}>{value}</code>}</dd>
    </dl>
  );
}
