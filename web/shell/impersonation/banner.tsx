import { useState } from 'react'
import { createAdministration } from '#client/administration.ts'
import { createHttp } from '#client/http.ts'
import type { SessionAndUser } from '#client/index.ts'
import { shownEmail } from '#kernel/emails/email.ts'
import { errorText } from '#web/refusal.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { EyeIcon } from '#web/ui/icons/index.ts'
import { useLanguage } from '#web/ui/language.tsx'
import { impersonatorName } from './impersonator.ts'
import { t } from './messages.ts'

// The page is replaced afterwards, so nothing listens for signals.
const { stopImpersonating } = createAdministration(createHttp(), { on: () => () => undefined, succeeded: () => undefined })

/**
 * The banner above every page during an impersonation: the administrator, the user, the expiry and a button to stop. `leave` opens another
 * page.
 */
export default function ImpersonationBanner({ user, session, leave }: SessionAndUser & { leave: (page: string) => void }) {
  const { locale } = useLanguage()
  const [state, setState] = useState<{ busy: boolean; fault?: string }>({ busy: false })
  const impersonator = impersonatorName(session.impersonatedBy ?? '')
  const userValues = { name: user.name, email: shownEmail(user.email) }
  const ends = new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(new Date(session.expiresAt))
  const stop = async () => {
    setState({ busy: true })
    const { error } = await stopImpersonating()
    if (error === null) leave(`/admin/users/${user.id}`)
    // The impersonation session has ended in this case too, but the administrator's own session is gone: they sign in again.
    else if (error.status === 401 || error.code === 'FAILED_TO_FIND_ADMIN_SESSION') leave('/sign-in')
    else setState({ busy: false, fault: errorText(error) })
  }
  return (
    <section
      aria-label={t('label')}
      className="impersonation-banner z-10 flex items-center gap-12 border-b border-line bg-warn-soft px-16 text-label text-warn wide:px-32"
    >
      <EyeIcon />
      <p className="min-w-0 flex-1 truncate" role={state.fault === undefined ? undefined : 'alert'}>
        {state.fault ?? (
          <>
            <span className="font-strong max-wide:hidden">
              {impersonator === undefined ? t('acting', userValues) : t('actingNamed', { you: impersonator, ...userValues })}
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
