import { linkClass } from '#web/ui/actions/link.tsx'
import { auth } from '../client.ts'
import { pageOf } from './calls.ts'
import { t } from './messages.ts'

/** Signs out and shows the invitation to nobody in particular; the secret of its link stays in this tab. */
export async function leaveAccount(id: string): Promise<void> {
  const { error } = await auth.signOut()
  if (error === null) location.replace(pageOf(id))
}

/** Who is signed in, and the way to be somebody else. */
export function LeaveAccount({ email, id }: { email: string; id: string }) {
  return (
    <>
      {t('signedInAs', { email })}{' '}
      <button className={linkClass} onClick={() => void leaveAccount(id)} type="button">
        {t('other')}
      </button>
    </>
  )
}
