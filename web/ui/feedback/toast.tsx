import { type ReactNode, useEffect, useRef } from 'react';
import { createListeners } from '#web/platform/listeners.ts';
import { useStore } from '#web/platform/use-store.ts';
import common from '#web/ui/style/common.module.css';
import { Icon, type IconName } from '../picture/icon.tsx';
import { classNames } from '../style/class-names.ts';
import styles from './toast.module.css';

type Tone = 'plain' | 'success' | 'failure';

interface Toast {
  readonly text: string;
  readonly tone: Tone;
}

const shownMs = 3500;
const icons: Readonly<Record<Tone, IconName | null>> = { plain: null, success: 'check', failure: 'warning' };
const listeners = createListeners();
let current: Toast | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Shows a message for a moment; a newer one replaces it, a touch removes it. */
export function showToast(text: string, tone: Tone = 'plain'): void {
  set({ text, tone });
  clearTimeout(timer);
  timer = setTimeout(() => set(null), shownMs);
}

function set(toast: Toast | null): void {
  current = toast;
  listeners.notify();
}

/** How much of the window's bottom the keyboard covers. */
function keyboardHeight(): number {
  const { innerHeight, visualViewport: seen } = window;
  return seen === null ? 0 : Math.max(0, innerHeight - seen.height - seen.offsetTop);
}

/** Renders toasts, once per page. As a popover it lies above open sheets. */
export function ToastRegion(): ReactNode {
  const toast = useStore(listeners.subscribe, () => current);
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = region.current;
    if (element === null || typeof element.showPopover !== 'function') return;
    if (element.matches(':popover-open')) element.hidePopover();
    if (toast === null) return;
    element.style.setProperty('--keyboard', `${keyboardHeight()}px`);
    element.showPopover();
  }, [toast]);
  const icon = toast === null ? null : icons[toast.tone];
  return (
    <>
      <div className={common.spoken} role="status" aria-live="polite">
        {toast?.text}
      </div>
      <div ref={region} popover="manual" className={styles.region} aria-hidden="true">
        {toast === null ? null : (
          <span className={classNames(styles.toast, styles[toast.tone])} onPointerDown={() => set(null)}>
            {icon === null ? null : <Icon name={icon} size={18} />}
            {toast.text}
          </span>
        )}
      </div>
    </>
  );
}
