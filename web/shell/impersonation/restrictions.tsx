import { Banner } from '#web/ui/overlays/banner.tsx'
import { useSession } from '../session.tsx'
import { t } from './messages.ts'

/** The restrictions of an impersonation session on this page of the account; renders nothing if there is none. */
export default function ImpersonationRestrictions({ page }: { page: string }) {
  const { user } = useSession()
  const text = t.find(`refused.${page}`)
  if (text === undefined) return null
  return (
    <div className="mb-24">
      <Banner tone="warn">
        <p className="font-strong">{t('refusedTitle', { name: user.name })}</p>
        <p>{text}</p>
      </Banner>
    </div>
  )
}
