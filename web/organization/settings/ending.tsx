import { ConfirmedAct, type ConfirmedActProps } from '#web/parts/confirmed-act.tsx'
import { renewOrganization } from '../client.ts'
import { refusedText } from '../refusal.ts'

/** Asks before something in the organization ends, and ends it. */
export function Ending<B, T>(props: Omit<ConfirmedActProps<B, T>, 'danger'>) {
  return <ConfirmedAct {...props} danger refusedText={refusedText} renew={renewOrganization} />
}
