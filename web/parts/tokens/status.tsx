import type { AccessToken } from '#client/index.ts'
import { useNow } from '#web/ui/text/now.ts'
import { Status } from '#web/ui/text/status.tsx'
import { stateOf } from './expiry.ts'
import { t } from './messages.ts'

const tones = { live: 'good', endsSoon: 'warn', expired: 'over' } as const

/** Whether a token opens anything, for rows. */
export function TokenStatus({ token }: { token: AccessToken }) {
  const state = stateOf(token, useNow())
  return <Status tone={tones[state]}>{t(state)}</Status>
}
