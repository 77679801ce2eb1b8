import type { ReactNode } from 'react';
import styles from './check-in-badge.module.css';
import { useGetWeek } from './queries.ts';

export function CheckInDot(): ReactNode {
  const isOpen = useGetWeek().data?.some(({ isToday, isCheckedIn }) => isToday && !isCheckedIn);
  return isOpen ? <span className={styles.dot} /> : null;
}
