import type { ReactNode } from 'react';
import styles from './giving-pictures.module.css';
import type { GivingText } from './giving-texts.ts';

/** The six pictures of the carousel. */
export const scenes = ['school', 'water', 'trees', 'meals', 'clinic', 'books'] as const;

export type Scene = (typeof scenes)[number];

/** Decorative: the label beside it says the same. */
export function ScenePicture({ scene }: { readonly scene: Scene }): ReactNode {
  return (
    <svg className={styles.scene} viewBox="0 0 320 150" aria-hidden="true" focusable="false">
      <rect className={styles.sky} width="320" height="150" rx="12" />
      <circle className={styles.sun} cx="266" cy="36" r="16" />
      <path className={styles.ground} d="M0 122q80-18 160 0t160 0v16q0 12-12 12H12q-12 0-12-12z" />
      {drawings[scene]}
    </svg>
  );
}

const drawings: Readonly<Record<Scene, ReactNode>> = {
  school: (
    <>
      <path className={styles.body} d="M92 64h136v58H92z" />
      <path className={styles.accent} d="M82 66 160 28l78 38z" />
      <path className={styles.window} d="M106 78h24v18h-24zM190 78h24v18h-24zM150 88h20v34h-20z" />
      <path className={styles.line} d="M160 28V10h20l-6 6 6 6h-20" />
    </>
  ),
  water: (
    <>
      <path className={styles.accent} d="M160 26q34 42 34 62a34 34 0 0 1-68 0q0-20 34-62z" />
      <path className={styles.line} d="M142 92a18 18 0 0 0 14 16" />
      <path className={styles.line} d="M84 130q14-10 28 0t28 0 28 0 28 0 28 0" />
    </>
  ),
  trees: (
    <>
      <path className={styles.line} d="M96 124V84M160 122V64M224 124V90" />
      <path
        className={styles.leaf}
        d="M96 96q-26-6-24-32 26 4 24 32zM96 88q26-6 24-32-26 4-24 32zM160 84q-34-8-32-44 34 6 32 44zM160 74q34-8 32-44-34 6-32 44zM224 102q-24-6-22-28 24 4 22 28zM224 94q24-6 22-28-24 4-22 28z"
      />
    </>
  ),
  meals: (
    <>
      <path className={styles.body} d="M92 78h136q0 44-48 46h-40q-48-2-48-46z" />
      <path className={styles.accent} d="M86 72h148v10H86z" />
      <path className={styles.line} d="M136 60q-8-10 0-18t0-18M160 60q-8-10 0-18t0-18M184 60q-8-10 0-18t0-18" />
    </>
  ),
  clinic: (
    <>
      <path className={styles.body} d="M104 44h112v80H104z" />
      <path className={styles.accent} d="M152 56h16v16h16v16h-16v16h-16V88h-16V72h16z" />
      <path className={styles.line} d="M150 124v-14h20v14" />
    </>
  ),
  books: (
    <>
      <path className={styles.body} d="M160 52q-28-16-64-12v72q36-4 64 12z" />
      <path className={styles.accent} d="M160 52q28-16 64-12v72q-36-4-64 12z" />
      <path className={styles.line} d="M112 60q18-1 32 6M112 78q18-1 32 6M176 66q14-7 32-6M176 84q14-7 32-6" />
    </>
  ),
};

const steps = ['flowCheckIn', 'flowPoints', 'flowCharity', 'flowReceipt'] as const satisfies readonly GivingText[];

const icons: Readonly<Record<(typeof steps)[number], string>> = {
  flowCheckIn: 'M20 33S6 25 6 15a7 7 0 0 1 14-3 7 7 0 0 1 14 3c0 10-14 18-14 18z',
  flowPoints: 'M20 6a14 14 0 1 0 .1 0zM20 12l3 6 6 1-4.5 4 1 6-5.5-3-5.5 3 1-6-4.5-4 6-1z',
  flowCharity: 'M6 16 20 6l14 10zM10 16v14M18 16v14M26 16v14M32 16v14M6 33h28',
  flowReceipt: 'M10 5h20v30l-5-4-5 4-5-4-5 4zM15 13h10M15 20h10',
};

/** The path of a donation as one picture with its words, in the language of the page. */
export function FlowPicture({ text }: { readonly text: (key: GivingText) => string }): ReactNode {
  return (
    <figure aria-label={text('flow')}>
      <figcaption className={styles.caption}>{text('flow')}</figcaption>
      <ol className={styles.steps}>
        {steps.map((step) => (
          <li key={step} className={styles.step}>
            <svg className={styles.icon} viewBox="0 0 40 40" aria-hidden="true" focusable="false">
              <path d={icons[step]} />
            </svg>
            {text(step)}
          </li>
        ))}
      </ol>
    </figure>
  );
}
