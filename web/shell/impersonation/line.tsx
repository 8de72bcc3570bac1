import { useState } from 'react'
import { createAdministration } from '#client/administration.ts'
import { createHttp } from '#client/http.ts'
import type { SessionAndUser } from '#client/index.ts'
import { errorText } from '#web/refusal.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { EyeIcon } from '#web/ui/icons/index.ts'
import { useLanguage } from '#web/ui/language.tsx'
import { borrowerName } from './borrower.ts'
import { t } from './messages.ts'

// The page is left afterwards: nothing on it needs to hear of the change.
const { stopImpersonating } = createAdministration(createHttp(), { on: () => () => undefined, succeeded: () => undefined })

/**
 * The line above every page while an administrator acts as somebody else: who they are, as whom, until when, and the way back. `leave` goes to
 * another page.
 */
export default function BorrowedLine({ user, session, leave }: SessionAndUser & { leave: (page: string) => void }) {
  const { locale } = useLanguage()
  const [state, setState] = useState<{ busy: boolean; fault?: string }>({ busy: false })
  const borrower = borrowerName(session.impersonatedBy ?? '')
  const who = { name: user.name, email: user.email }
  const ends = new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(new Date(session.expiresAt))
  const stop = async () => {
    setState({ busy: true })
    const { error } = await stopImpersonating()
    if (error === null) leave(`/admin/users/${user.id}`)
    // The borrowed session has ended even so: whoever cannot find back to their own signs in again.
    else if (error.status === 401 || error.code === 'FAILED_TO_FIND_ADMIN_SESSION') leave('/sign-in')
    else setState({ busy: false, fault: errorText(error) })
  }
  return (
    <section
      aria-label={t('label')}
      className="borrowed z-10 flex items-center gap-12 border-b border-line bg-warn-soft px-16 text-label text-warn wide:px-32"
    >
      <EyeIcon />
      <p className="min-w-0 flex-1 truncate" role={state.fault === undefined ? undefined : 'alert'}>
        {state.fault ?? (
          <>
            <span className="font-strong max-wide:hidden">
              {borrower === undefined ? t('acting', who) : t('actingNamed', { you: borrower, ...who })}
            </span>
            <span className="font-strong wide:hidden">{t('short', { name: user.name })}</span> {t('until', { time: ends })}
          </>
        )}
      </p>
      <Button aria-label={t('stopping', { name: user.name })} busy={state.busy} onClick={() => void stop()}>
        {t('stop')}
      </Button>
    </section>
  )
}
