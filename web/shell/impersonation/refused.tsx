import { Banner } from '#web/ui/overlays/banner.tsx'
import { useSession } from '../session.tsx'
import { t } from './messages.ts'

/** What whoever acts as somebody else cannot do on a page of their account; nothing where there is no such thing. */
export default function RefusedWhileBorrowed({ room }: { room: string }) {
  const { user } = useSession()
  const text = t.find(`refused.${room}`)
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
