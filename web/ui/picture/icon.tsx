import type { ReactNode } from 'react';

/** Stroke paths on a 24 x 24 grid. */
export const iconPaths = {
  mark: 'M12 2 21 7v10l-9 5-9-5V7z M8 12l3 3 5-6',
  home: 'M3.5 11 12 4l8.5 7 M5.5 9.5V20h13V9.5 M10 20v-6h4v6',
  bars: 'M5 20v-7 M9.7 20V8 M14.3 20v-9 M19 20V4',
  wallet: 'M3.5 7.5V19h17V7.5z M3.5 7.5 15 4v3.5 M16 13.2h.6',
  back: 'M15 5l-7 7 7 7',
  forward: 'M9 5l7 7-7 7',
  down: 'M5 9l7 7 7-7',
  close: 'M6 6l12 12 M18 6 6 18',
  check: 'M5 12.5l4.5 4.5L19 7',
  lock: 'M6 11h12v9H6z M8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  refresh: 'M19.5 12a7.5 7.5 0 1 1-2.2-5.3 M19.5 3.5v4h-4',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z M12 14.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6z',
  eyeOff: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z M4 4l16 16',
  globe:
    'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z M3 12h18 M12 3c2.5 2.6 3.6 5.6 3.6 9s-1.1 6.4-3.6 9c-2.5-2.6-3.6-5.6-3.6-9S9.5 5.6 12 3z',
  question: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z M9.6 9.4a2.5 2.5 0 1 1 3.6 2.4c-.8.4-1.2.9-1.2 1.9 M12 16.8v.1',
  up: 'M12 19V5 M6 11l6-6 6 6',
  withdraw: 'M12 4v11 M7 9l5-5 5 5 M4.5 15v5h15v-5',
  deposit: 'M12 15V4 M7 10l5 5 5-5 M4.5 15v5h15v-5',
  records: 'M6 3.5h12v17H6z M9 8.5h6 M9 12h6 M9 15.5h4',
  orders: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z M12 7v5l3.5 2',
  envelope: 'M6 3h12v18H6z M6 8l6 4 6-4',
  book: 'M6 20V4h12v16H6 M10 4v16',
  invitation:
    'M9.5 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7z M3 20c.4-3.6 3-5.5 6.5-5.5s6.1 1.9 6.5 5.5 M18 8v6 M15 11h6',
  help: 'M4 5h16v11.5h-8L7.5 20v-3.5H4z M8.5 9.5h7 M8.5 12.5h4.5',
  tips: 'M9 18h6 M10 21h4 M12 3a6 6 0 0 1 3.6 10.8c-.8.6-1.1 1.3-1.1 2.2h-5c0-.9-.3-1.6-1.1-2.2A6 6 0 0 1 12 3z',
  theme: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z M12 3v18 M12 7.5a4.5 4.5 0 0 1 0 9',
  copy: 'M8.5 8.5h11v11h-11z M15.5 8.5v-4h-11v11h4',
  offline:
    'M3 3l18 18 M2 9a15 15 0 0 1 5-3 M12 5a15 15 0 0 1 10 4 M5 13a10 10 0 0 1 5-3 M9 16a5 5 0 0 1 6 0 M12 19.5v.1',
  warning: 'M12 4 2.5 20h19z M12 10v4.5 M12 17.3v.1',
  download: 'M12 4v11 M7 10l5 5 5-5 M5 20h14',
  pause: 'M9 5v14 M15 5v14',
  play: 'M8 5l11 7-11 7z',
  heart: 'M12 20S4 15 4 9.3A4.2 4.2 0 0 1 12 7.4a4.2 4.2 0 0 1 8 1.9C20 15 12 20 12 20z',
  bell: 'M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15z M10 21h4',
  settings: 'M4 7h16 M4 17h16 M15 4v6 M9 14v6',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14z M16.2 16.2 21 21',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8z M4 20.5c.6-4 3.8-6 8-6s7.4 2 8 6',
} as const;

export type IconName = keyof typeof iconPaths;

interface IconProps {
  readonly name: IconName;
  /** Size in pixels. */
  readonly size?: number;
  readonly className?: string | undefined;
}

/** A decorative icon next to a text; hidden from screen readers. */
export function Icon({ name, size = 22, className }: IconProps): ReactNode {
  return (
    <svg
      className={className}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.9}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={iconPaths[name]} />
    </svg>
  );
}
