import { type ReactNode, useState } from 'react';
import { useText } from '#web/platform/i18n/text.ts';
import { IconButton } from '#web/ui/form/icon-button.tsx';
import { Sheet } from '#web/ui/overlay/sheet.tsx';
import common from '#web/ui/style/common.module.css';
import { Appearance } from './appearance.tsx';
import { LanguageList } from './language-list.tsx';

/** Opens the settings of language and appearance. */
export function LanguageButton(): ReactNode {
  const t = useText();
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton icon="globe" label={t('shell.languageAndTheme')} onClick={() => setOpen(true)} />
      <Sheet open={open} onClose={() => setOpen(false)} title={t('shell.languageAndTheme')}>
        <div className={common.parts}>
          <LanguageList onChosen={() => setOpen(false)} />
          <Appearance />
        </div>
      </Sheet>
    </>
  );
}
