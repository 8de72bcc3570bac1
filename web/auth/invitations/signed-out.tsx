import { useEffect } from 'react'
import type { InvitationPreview } from '#client/index.ts'
import { shownEmail } from '#kernel/emails/email.ts'
import { buttonClass } from '#web/ui/actions/button.tsx'
import { saveEmail } from '../saved-email.ts'
import { View } from '../view.tsx'
import { invitationHref } from './calls.ts'
import { InvitationDetails } from './details.tsx'
import { saveOrganization } from './link.ts'
import { t } from './messages.ts'

/** The invitation for a signed-out browser: its details if the link has a secret, and links to sign in or sign up. */
export function SignedOutView({ id, preview }: { id: string; preview: InvitationPreview | null }) {
  useEffect(() => {
    if (preview === null) return
    saveEmail(preview.email)
    saveOrganization(id, preview.organizationName)
  }, [preview, id])
  const next = `?${new URLSearchParams({ next: invitationHref(id) })}`
  return (
    <View
      lead={preview === null ? t('anyDescription') : t('description', { inviter: shownEmail(preview.inviterEmail) })}
      title={preview === null ? t('anyTitle') : t('title', { organization: preview.organizationName })}
    >
      {preview !== null && <InvitationDetails {...preview} />}
      <div className="grid gap-8">
        {preview !== null && <p className="text-label text-muted">{t('signInText')}</p>}
        <a className={buttonClass({ variant: 'primary', size: 'tall', wide: true })} href={`/sign-in${next}`}>
          {t('signIn')}
        </a>
        <a className={buttonClass({ size: 'tall', wide: true })} href={`/sign-up${next}`}>
          {t('signUp')}
        </a>
      </div>
    </View>
  )
}
