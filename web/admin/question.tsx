import { ConfirmedAct, type ConfirmedActProps } from '#web/parts/confirmed-act.tsx'
import { renewAdmin } from './client.ts'
import { refusedText } from './refusal.ts'

/** Asks before an act of administration, and does it. */
export function Question<B, T>(props: ConfirmedActProps<B, T>) {
  return <ConfirmedAct {...props} refusedText={refusedText} renew={renewAdmin} />
}
