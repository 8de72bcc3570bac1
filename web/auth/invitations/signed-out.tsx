import { useEffect } from 'react'
import type { InvitationPreview } from '#client/index.ts'
import { buttonClass } from '#web/ui/actions/button.tsx'
import { keepAddress } from '../address.ts'
import { View } from '../view.tsx'
import { pageOf } from './calls.ts'
import { InvitationFacts } from './facts.tsx'
import { t } from './messages.ts'

/** Nobody is signed in: the invitation, where the mailed link tells it, and the ways to come back as somebody. */
export function SignedOut({ id, preview }: { id: string; preview: InvitationPreview | null }) {
  useEffect(() => {
    if (preview !== null) keepAddress(preview.email)
  }, [preview])
  const next = `?${new URLSearchParams({ next: pageOf(id) })}`
  return (
    <View
      lead={preview === null ? t('anyLead') : t('lead', { inviter: preview.inviterEmail })}
      title={preview === null ? t('anyTitle') : t('title', { organization: preview.organizationName })}
    >
      {preview !== null && <InvitationFacts {...preview} />}
      <div className="grid gap-8">
        {preview !== null && <p className="text-label text-muted">{t('signInText')}</p>}
        <a className={buttonClass({ look: 'primary', size: 'tall', wide: true })} href={`/sign-in${next}`}>
          {t('signIn')}
        </a>
        <a className={buttonClass({ size: 'tall', wide: true })} href={`/sign-up${next}`}>
          {t('signUp')}
        </a>
      </div>
    </View>
  )
}
