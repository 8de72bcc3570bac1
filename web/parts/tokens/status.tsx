import type { AccessToken } from '#client/index.ts'
import { useNow } from '#web/ui/text/now.ts'
import { Status } from '#web/ui/text/status.tsx'
import { stateOf } from './expiry.ts'
import { t } from './messages.ts'

const tones = { live: 'good', expiresSoon: 'warn', expired: 'ended' } as const

/** The status of a token, for rows. */
export function TokenStatus({ token }: { token: AccessToken }) {
  const state = stateOf(token, useNow())
  return <Status tone={tones[state]}>{t(state)}</Status>
}
