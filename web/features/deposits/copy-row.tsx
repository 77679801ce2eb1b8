import { type ReactNode, useRef } from 'react';
import { useText } from '#web/platform/i18n/text.ts';
import { copyText } from '#web/ui/feedback/copy-text.ts';
import { IconButton } from '#web/ui/form/icon-button.tsx';
import { Row } from '#web/ui/layout/row.tsx';
import styles from './copy-row.module.css';

interface CopyRowProps {
  readonly title: string;
  readonly text: string;
  /** What the button does. */
  readonly action: string;
}

/** An address or a hash, whole, to be copied; where the clipboard is refused it is selected instead. */
export function CopyRow({ title, text, action }: CopyRowProps): ReactNode {
  const t = useText();
  const shown = useRef<HTMLElement>(null);
  const select = () => {
    if (shown.current !== null) window.getSelection()?.selectAllChildren(shown.current);
    return t('deposits.copySelected');
  };
  return (
    <Row
      title={title}
      note={
        <code ref={shown} className={styles.text}>
          {text}
        </code>
      }
      value={<IconButton icon="copy" label={action} onClick={() => void copyText(text, select)} />}
    />
  );
}
