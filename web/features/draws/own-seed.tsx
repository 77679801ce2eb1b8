import { type ReactNode, useState } from 'react';
import type { OwnDay } from '#contract/draws.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { randomKey } from '#web/platform/random-key.ts';
import { Note } from '#web/ui/feedback/note.tsx';
import { showFailure } from '#web/ui/feedback/outcome-toasts.ts';
import { showToast } from '#web/ui/feedback/toast.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Row, RowList } from '#web/ui/layout/row.tsx';
import { Sheet } from '#web/ui/overlay/sheet.tsx';
import common from '#web/ui/style/common.module.css';
import { useChangeClientSeed, useIsOwnSeed } from './queries.ts';

/** The member's own seed, and where it is explained. */
export function OwnSeed({ day }: { readonly day: OwnDay }): ReactNode {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const { isOwn, claim } = useIsOwnSeed(day.clientSeed);
  return (
    <Card>
      <RowList label={t('draws.seed')}>
        <Row icon="lock" title={t('draws.seed')} note={<Shown seed={day.clientSeed} />} onPress={() => setOpen(true)} />
        <Row icon="question" title={t('draws.howTo')} to="/faq?id=daily-draw" />
      </RowList>
      {isOwn === false && (
        <Note
          action={
            <Button inline kind="outline" onClick={() => void claim().catch(showFailure)}>
              {t('draws.seedMine')}
            </Button>
          }
        >
          {t('draws.seedOfOther')}
        </Note>
      )}
      <Sheet open={isOpen} onClose={() => setOpen(false)} title={t('draws.seed')}>
        <SeedForm day={day} onChanged={() => setOpen(false)} />
      </Sheet>
    </Card>
  );
}

function Shown({ seed }: { readonly seed: string | null }): ReactNode {
  const t = useText();
  return seed === null ? t('draws.seedNone') : <code className={common.hash}>{seed}</code>;
}

/** 16 bytes: what the server takes. */
const seedPattern = /^[0-9a-f]{32}$/;

function SeedForm({ day, onChanged }: { readonly day: OwnDay; readonly onChanged: () => void }): ReactNode {
  const t = useText();
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  const change = useChangeClientSeed();
  const save = (seed: string): void =>
    change.mutate(
      { seed, ...(day.clientSeed !== null && { replaces: day.clientSeed }) },
      {
        onSuccess: ({ message }) => {
          showToast(message, 'success');
          onChanged();
        },
        onError: showFailure,
      },
    );
  return (
    <div className={common.stack}>
      <p className={common.text}>{t('draws.seedText')}</p>
      <p>
        <Shown seed={day.clientSeed} />
      </p>
      <Button onClick={() => save(randomKey())} busy={change.isPending}>
        {t('draws.newSeed')}
      </Button>
      <form
        className={common.stack}
        onSubmit={(event) => {
          event.preventDefault();
          const seed = typed.toLowerCase();
          setWrong(!seedPattern.test(seed));
          if (seedPattern.test(seed)) save(seed);
        }}
      >
        <Field
          label={<span data-words="">{t('draws.seedField')}</span>}
          name="seed"
          value={typed}
          onChange={setTyped}
          error={isWrong ? <span data-words="">{t('errors.clientSeedInvalid')}</span> : undefined}
          maxLength={32}
          code
        />
        <Button kind="outline" type="submit" busy={change.isPending} disabled={typed === ''}>
          {t('draws.saveSeed')}
        </Button>
      </form>
      <p className={common.text}>{t('draws.protects')}</p>
    </div>
  );
}
