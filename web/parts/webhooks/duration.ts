import { t } from './messages.ts'

/** The duration of a response: "206 ms", from one second "15.0 s". */
export const durationText = (milliseconds: number): string =>
  milliseconds < 1000 ? t('attempt.milliseconds', { milliseconds }) : t('attempt.seconds', { seconds: (milliseconds / 1000).toFixed(1) })
