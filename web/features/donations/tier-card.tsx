import { type ReactNode, useState } from 'react';
import type { DonorName } from '#contract/donations.ts';
import { donationTiers, tierPoints } from '#core/donations/tiers.ts';
import { problemText, queryProblem } from '#web/platform/api/problem-text.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { Go } from '#web/platform/navigation/link.tsx';
import { ErrorState, Skeleton } from '#web/ui/feedback/states.tsx';
import { Count } from '#web/ui/figure/amounts.tsx';
import { RuleValue } from '#web/ui/figure/rule-value.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Segmented } from '#web/ui/form/segmented.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Labelled, LabelledRow } from '#web/ui/layout/labelled.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import styles from './giving.module.css';
import { useDonate, useDonor } from './queries.ts';
import { useGivingText } from './use-giving-text.ts';

/** What the member gave and can give, and the three donations. */
export function TierCard(): ReactNode {
  const text = useGivingText();
  const format = useFormat();
  const donor = useDonor();
  const [name, setName] = useState<DonorName>('masked');
  const donation = useDonate();
  const failure = problemText(donation.error);
  const problem = queryProblem(donor);
  return (
    <Card title={text('panel')}>
      {problem === null ? (
        <LabelledRow columns={2}>
          <Labelled label={text('contribution')} unit={text('points')}>
            {donor.data ? (
              <Count source="ledger" mark="own" count={donor.data.donated} />
            ) : (
              <Skeleton width={56} height={22} />
            )}
          </Labelled>
          <Labelled label={text('available')} unit={text('points')}>
            {donor.data ? (
              <Count source="ledger" mark="own" count={donor.data.available} />
            ) : (
              <Skeleton width={56} height={22} />
            )}
          </Labelled>
        </LabelledRow>
      ) : (
        <ErrorState message={problem} onRetry={() => void donor.refetch()} />
      )}
      <ul className={styles.tiers} aria-label={text('tiers')}>
        {donationTiers.map((tier) => (
          <li key={tier} className={styles.tier}>
            <RuleValue rule="donation">{text('tier', { points: format.count(tierPoints[tier]) })}</RuleValue>
            <Button
              inline
              busy={donation.isPending && donation.variables.tier === tier}
              disabled={!donation.isIdle}
              onClick={() => donation.mutate({ tier, name })}
            >
              {text('donate')}
            </Button>
          </li>
        ))}
      </ul>
      <Go to="/account?asset=PTS" className={styles.statement}>
        {text('statement')}
      </Go>
      <div className={styles.real}>
        <Segmented
          label={text('listAs')}
          segments={[
            { value: 'masked', label: text('listMasked') },
            { value: 'hidden', label: text('listHidden') },
          ]}
          value={name}
          onChange={setName}
        />
      </div>
      <Dialog
        open={donation.isSuccess || (donation.isError && failure !== null)}
        title={text(donation.isError ? 'resultFailed' : 'resultTitle')}
        onClose={donation.reset}
        actions={[{ label: text('close'), onPress: donation.reset }]}
      >
        {donation.isError ? failure : text('success')}
      </Dialog>
    </Card>
  );
}
