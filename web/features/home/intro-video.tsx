import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useText } from '#web/platform/i18n/text.ts';
import { session } from '#web/platform/session/session.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { wantsLessMotion } from '#web/ui/motion/motion.ts';
import { Icon } from '#web/ui/picture/icon.tsx';
import styles from './intro-video.module.css';

/** A short silent video. Autoplays if it was played before in this session, never with reduced motion. */
export function IntroVideo(): ReactNode {
  const t = useText();
  const video = useRef<HTMLVideoElement>(null);
  const [playing, setPlaying] = useState(false);
  useEffect(() => {
    if (session.videoAutoplays() && !wantsLessMotion()) video.current?.play().catch(() => undefined);
    const hide = () => document.visibilityState === 'hidden' && video.current?.pause();
    document.addEventListener('visibilitychange', hide);
    return () => document.removeEventListener('visibilitychange', hide);
  }, []);
  const toggle = () => {
    session.setVideoAutoplays(!playing);
    if (playing) video.current?.pause();
    else video.current?.play().catch(() => setPlaying(false));
  };
  return (
    <Card title={t('homeMore.intro')}>
      <button
        type="button"
        className={styles.screen}
        onClick={toggle}
        aria-label={t(playing ? 'homeMore.pause' : 'homeMore.play')}
      >
        <video
          ref={video}
          className={styles.video}
          src="/intro.webm"
          poster="/intro.webp"
          width={640}
          height={360}
          preload="none"
          muted
          playsInline
          tabIndex={-1}
          onPlay={() => setPlaying(true)}
          onPause={() => setPlaying(false)}
          onEnded={() => setPlaying(false)}
        />
        {playing ? null : (
          <span className={styles.sign}>
            <Icon name="play" size={24} />
          </span>
        )}
      </button>
    </Card>
  );
}
