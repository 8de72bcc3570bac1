import { t } from './messages.ts'

/** How long an answer took: "206 ms", from a second on "15.0 s". */
export const durationText = (milliseconds: number): string =>
  milliseconds < 1000 ? t('attempt.milliseconds', { milliseconds }) : t('attempt.seconds', { seconds: (milliseconds / 1000).toFixed(1) })
