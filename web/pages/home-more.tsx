import type { ReactNode } from 'react';
import { HelpAccordion } from '#web/features/content/help-accordion.tsx';
import { BuiltOnCard } from '#web/features/home/built-on-card.tsx';
import { EarningsCard } from '#web/features/home/earnings-card.tsx';
import { FloatingButtons } from '#web/features/home/floating-buttons.tsx';
import { IntroVideo } from '#web/features/home/intro-video.tsx';
import { SubscribeCard } from '#web/features/home/subscribe-card.tsx';
import { TrainingCard } from '#web/features/home/training-card.tsx';
import { UptimeCard } from '#web/features/home/uptime-card.tsx';
import { FirstSteps } from './first-steps.tsx';

/** The home screen below the ranking, loaded after its top. */
export function HomeMore(): ReactNode {
  return (
    <>
      <IntroVideo />
      <EarningsCard />
      <TrainingCard />
      <UptimeCard />
      <HelpAccordion />
      <BuiltOnCard />
      <SubscribeCard />
      <FloatingButtons />
      <FirstSteps />
    </>
  );
}
