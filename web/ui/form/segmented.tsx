import type { ReactNode } from 'react';
import { classNames } from '../style/class-names.ts';
import styles from './segmented.module.css';

interface Segment<Value extends string> {
  readonly value: Value;
  readonly label: string;
}

interface SegmentedProps<Value extends string> {
  /** Label for screen readers. */
  readonly label: string;
  readonly segments: readonly Segment<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** A segmented control. */
export function Segmented<Value extends string>({
  label,
  segments,
  value,
  onChange,
}: SegmentedProps<Value>): ReactNode {
  return (
    <fieldset className={styles.segments} aria-label={label}>
      {segments.map((segment) => (
        <button
          key={segment.value}
          type="button"
          className={classNames(styles.segment, segment.value === value && styles.chosen)}
          aria-pressed={segment.value === value}
          onClick={() => onChange(segment.value)}
        >
          <span className={styles.label}>{segment.label}</span>
        </button>
      ))}
    </fieldset>
  );
}
