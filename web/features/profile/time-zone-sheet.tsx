import { type ReactNode, useState } from 'react';
import { useText } from '#web/platform/i18n/text.ts';
import { Field } from '#web/ui/form/field.tsx';
import { Row, RowList } from '#web/ui/layout/row.tsx';
import { Sheet } from '#web/ui/overlay/sheet.tsx';
import styles from './profile.module.css';
import { zonesMatching } from './time-zones.ts';

interface TimeZoneSheetProps {
  readonly open: boolean;
  readonly chosen: string;
  readonly onClose: () => void;
  readonly onChoose: (zone: string) => void;
}

const shownMax = 60;
const sheetHeight = 420;
const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];

export function TimeZoneSheet({ open, chosen, onClose, onChoose }: TimeZoneSheetProps): ReactNode {
  const t = useText();
  const [search, setSearch] = useState('');
  const found = zonesMatching(zones, search, shownMax);
  return (
    <Sheet open={open} onClose={onClose} title={t('security.timeZone')} height={sheetHeight}>
      <div className={styles.search}>
        <Field label={t('security.searchTimeZone')} name="search" value={search} onChange={setSearch} verbatim />
      </div>
      {found.length === 0 ? <p>{t('security.noTimeZone')}</p> : null}
      <RowList label={t('security.timeZone')}>
        {found.map((zone) => (
          <Row key={zone} title={zone.replaceAll('_', ' ')} selected={zone === chosen} onPress={() => onChoose(zone)} />
        ))}
      </RowList>
    </Sheet>
  );
}
