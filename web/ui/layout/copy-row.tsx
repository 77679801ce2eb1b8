import { type ReactNode, useRef } from 'react';
import { useText } from '#web/platform/i18n/text.ts';
import { copyText } from '../feedback/copy-text.ts';
import { IconButton } from '../form/icon-button.tsx';
import styles from './copy-row.module.css';
import { Row } from './row.tsx';

interface CopyRowProps {
  readonly title: string;
  readonly text: string;
  /** Label of the button. */
  readonly action: string;
}

/** A full address or hash with a copy button; it is selected where the clipboard is refused. */
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
