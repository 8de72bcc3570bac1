import { Link } from '@tanstack/react-router'
import type { Organization } from '#client/index.ts'
import { shownEmail } from '#kernel/emails/email.ts'
import { useSession } from '#web/shell/session.tsx'
import { Button, buttonClass } from '#web/ui/actions/button.tsx'
import { t } from './messages.ts'

const wide = { size: 'tall', wide: true } as const

/**
 * The options of a user who can create no organization: look for invitations, verify the email that invitations need, or return to `home`,
 * an organization that the user already has.
 */
export function NoCreation(props: { hasInvitations: boolean; home: Organization | undefined; isChecking: boolean; onCheck: () => void }) {
  const { hasInvitations, home, isChecking, onCheck } = props
  const { user } = useSession()
  return (
    <div className="grid gap-12">
      {home !== undefined && (
        <Link
          className={buttonClass({ ...wide, variant: hasInvitations ? 'plain' : 'primary' })}
          params={{ org: home.slug }}
          to="/dashboard/$org"
        >
          {t('welcome.open', { organization: home.name })}
        </Link>
      )}
      {!user.emailVerified ? (
        <>
          <p className="text-label text-muted">{t('welcome.unconfirmed', { email: shownEmail(user.email) })}</p>
          <Link
            className={buttonClass({ ...wide, variant: home === undefined ? 'primary' : 'plain' })}
            params={{ section: 'email' }}
            to="/account/{-$section}"
          >
            {t('welcome.confirm')}
          </Link>
        </>
      ) : (
        !hasInvitations && (
          <>
            <p className="text-label text-muted" role="status">
              {t('welcome.noInvitations', { email: shownEmail(user.email) })}
            </p>
            <Button {...wide} busy={isChecking} onClick={onCheck} variant={home === undefined ? 'primary' : 'plain'}>
              {t('welcome.check')}
            </Button>
          </>
        )
      )}
    </div>
  )
}
