import type { BenefitGrant } from '#client/index.ts'
import { t } from './messages.ts'
import { fixOf, grantState } from './state.ts'

/** Why a grant failed, as the server reports it in English, and what to do; nothing for a grant without a failure. */
export function GrantProblem({ grant }: { grant: BenefitGrant }) {
  const fix = fixOf(grant)
  if (fix === undefined || grant.error === null) return null
  const { message } = grant.error
  return (
    <div className="grid gap-2 text-label [overflow-wrap:anywhere]">
      {grantState(grant) === 'waiting' ? <p lang="en">{t('fix.customerReads', { text: message })}</p> : <p lang="en">{message}</p>}
      <p className="text-muted">{t(`fix.${fix}`)}</p>
    </div>
  )
}
