import { type ReactNode, useState } from 'react';
import { type EditedContent, type EditedKind, withdrawnMark } from '#contract/content-operators.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { Loaded } from '#web/ui/feedback/loaded.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Blocks } from '#web/ui/text/blocks.tsx';
import { useConsoleText } from '../locale.ts';
import { useGetContentVersion, usePutBackContent } from '../queries/content.ts';
import { Act } from '../ui/act.tsx';
import { languageName } from '../ui/language-name.ts';
import styles from '../ui/layout.module.css';
import { OpenButton } from '../ui/open-button.tsx';
import { PhonePreview } from '../ui/phone-preview.tsx';
import { Table } from '../ui/table.tsx';
import { At } from '../ui/values.tsx';

/** What was published, by whom, when and why. */
export function ContentVersions({ content }: { readonly content: EditedContent }): ReactNode {
  const t = useConsoleText();
  const format = useFormat();
  const [opened, setOpened] = useState<number | null>(null);
  const { kind, id, versions, isWithdrawn } = content;
  const newest = `${versions[0]?.version ?? 0}${isWithdrawn ? withdrawnMark : ''}`;
  return (
    <Card title={t('content.versions')}>
      <Table
        caption={t('content.versions')}
        rows={versions}
        keyOf={({ version }) => String(version)}
        columns={[
          { label: t('content.version'), numeric: true, cell: ({ version }) => format.count(version) },
          { label: t('content.publishedBy'), cell: ({ publishedBy }) => publishedBy ?? t('content.shipped') },
          { label: t('shell.at'), cell: ({ publishedAt }) => publishedAt && <At at={publishedAt} /> },
          { label: t('shell.reason'), breaks: true, cell: ({ reason }) => reason },
          {
            label: t('shell.acts'),
            cell: ({ version }) => (
              <OpenButton label={t('content.show')} id={version} opened={opened} onChange={setOpened} />
            ),
          },
        ]}
      />
      {opened === null ? null : <OneVersion key={opened} kind={kind} id={id} version={opened} newest={newest} />}
    </Card>
  );
}

interface OneVersionProps {
  readonly kind: EditedKind;
  readonly id: string;
  readonly version: number;
  /** The newest one, which members read unless it is withdrawn. */
  readonly newest: string;
}

function OneVersion({ kind, id, version, newest }: OneVersionProps): ReactNode {
  const t = useConsoleText();
  const putBack = usePutBackContent();
  const input = { kind, id, version: String(version) };
  return (
    <>
      <Act
        label={t('content.putBack')}
        mutation={putBack}
        hash={newest}
        inputOf={(reason, shown) => ({ ...input, newest: shown, reason })}
        done={t('content.published')}
      >
        {t(kind === 'document' ? 'content.publishDocumentText' : 'content.publishText')}
      </Act>
      <Loaded query={useGetContentVersion(input)} height={240}>
        {(texts) => (
          <div className={styles.columns}>
            {texts.map(({ locale, title, blocks }) => (
              <PhonePreview key={locale} label={languageName(locale)} locale={locale}>
                <Card title={title}>
                  <Blocks blocks={blocks} />
                </Card>
              </PhonePreview>
            ))}
          </div>
        )}
      </Loaded>
    </>
  );
}
