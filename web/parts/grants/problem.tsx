import type { BenefitGrant } from '#client/index.ts'
import { t } from './messages.ts'
import { reasonKeys } from './reasons.ts'
import { fixOf, grantState } from './state.ts'

/** Why a grant failed, in English where only the server’s sentence is known, and what to do; nothing for a grant without a failure. */
export function GrantProblem({ grant }: { grant: BenefitGrant }) {
  const fix = fixOf(grant)
  if (fix === undefined || grant.error === null) return null
  const { code, message } = grant.error
  // A server that was updated since the page was loaded may know more of them.
  const key = code !== null && Object.hasOwn(reasonKeys, code) ? reasonKeys[code] : undefined
  const text = key === undefined ? message : t(`reasons.${key}`)
  return (
    <div className="grid gap-2 text-label [overflow-wrap:anywhere]">
      <p lang={key === undefined ? 'en' : undefined}>{grantState(grant) === 'waiting' ? t('fix.customerReads', { text }) : text}</p>
      <p className="text-muted">{t(`fix.${fix}`)}</p>
    </div>
  )
}
