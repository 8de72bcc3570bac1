import { createAdministration } from '#client/administration.ts'
import { useAct } from '#web/api.ts'
import { http, signals } from '#web/client.ts'
import { errorText } from '#web/refusal.ts'
import { Button } from '#web/ui/acts/button.tsx'
import { toast } from '#web/ui/floating/toasts.ts'
import { EyeIcon } from '#web/ui/icons/index.ts'
import { useLanguage } from '#web/ui/language.tsx'
import { leaveFor, useSession } from '../session.tsx'
import { borrowerName } from './borrower.ts'
import { t } from './words.ts'

const { stopImpersonating } = createAdministration(http, signals)

/** The line above every page while an administrator acts as somebody else: who they are, as whom, until when, and the way back. */
export default function BorrowedBanner() {
  const { locale } = useLanguage()
  const { user, session } = useSession()
  const stop = useAct(stopImpersonating)
  const borrower = borrowerName(session.impersonatedBy ?? '')
  const who = { name: user.name, email: user.email }
  const ends = new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(new Date(session.expiresAt))
  const run = async () => {
    const result = await stop.run()
    if (result === null) return
    if (result.error === null) leaveFor(`/admin/users/${user.id}`)
    // The borrowed session has ended even so: whoever cannot find back to their own signs in again.
    else if (result.error.status === 401 || result.error.code === 'FAILED_TO_FIND_ADMIN_SESSION') leaveFor('/sign-in')
    else toast(errorText(result.error), { bad: true })
  }
  return (
    <section
      aria-label={t('label')}
      className="borrowed z-10 flex items-center gap-12 border-b border-line bg-warn-soft px-16 text-label text-warn wide:px-32"
    >
      <EyeIcon />
      <p className="min-w-0 flex-1 truncate">
        <span className="font-strong max-wide:hidden">
          {borrower === undefined ? t('acting', who) : t('actingNamed', { you: borrower, ...who })}
        </span>
        <span className="font-strong wide:hidden">{t('short', { name: user.name })}</span> {t('until', { time: ends })}
      </p>
      <Button aria-label={t('stopping', { name: user.name })} busy={stop.busy} onClick={() => void run()}>
        {t('stop')}
      </Button>
    </section>
  )
}
