import { shownEmail } from '#kernel/emails/email.ts'
import { linkClass } from '#web/ui/actions/link.tsx'
import { auth } from '../client.ts'
import { invitationHref } from './calls.ts'
import { t } from './messages.ts'

/** Signs out and opens the invitation again; the secret of its link stays in this tab. */
export async function leaveAccount(id: string): Promise<void> {
  const { error } = await auth.signOut()
  if (error === null) location.replace(invitationHref(id))
}

/** The signed-in email, with a button to use another account. */
export function LeaveAccount({ email, id }: { email: string; id: string }) {
  return (
    <>
      {t('signedInAs', { email: shownEmail(email) })}{' '}
      <button className={linkClass} onClick={() => void leaveAccount(id)} type="button">
        {t('other')}
      </button>
    </>
  )
}
