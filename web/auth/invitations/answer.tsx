import { useState } from 'react'
import type { CallError, RecipientInvitation } from '#client/index.ts'
import { shownEmail } from '#kernel/emails/email.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { View } from '../view.tsx'
import { organizations } from './calls.ts'
import { InvitationDetails } from './details.tsx'
import { LeaveAccount } from './leave-account.tsx'
import { clearSecret, type InvitationLink } from './link.ts'
import { invitationErrorText, t } from './messages.ts'

/** A pending invitation. `onStale` reloads it after a call found that it is no longer pending. */
export function AnswerView(props: {
  link: InvitationLink
  invitation: RecipientInvitation
  email: string
  onRejected: (organization: string) => void
  onStale: () => void
}) {
  const { link, invitation, email } = props
  const [busy, setBusy] = useState<'accept' | 'reject' | null>(null)
  const [fault, setFault] = useState<CallError | null>(null)
  const answer = { invitationId: link.id, ...(link.secret !== undefined && { secret: link.secret }) }
  const failed = (error: CallError) => {
    setBusy(null)
    if (error.code.startsWith('INVITATION_NOT_FOUND')) props.onStale()
    else setFault(error)
  }
  const accept = async () => {
    setBusy('accept')
    const { error } = await organizations.acceptInvitation(answer)
    if (error !== null) return failed(error)
    clearSecret(link.id)
    location.replace(`/dashboard/${invitation.organizationSlug}`)
  }
  const reject = async () => {
    setBusy('reject')
    const { error } = await organizations.rejectInvitation(answer)
    if (error !== null) return failed(error)
    clearSecret(link.id)
    props.onRejected(invitation.organizationName)
  }
  return (
    <View
      beneath={<LeaveAccount email={email} id={link.id} />}
      lead={t('description', { inviter: shownEmail(invitation.inviterEmail) })}
      title={t('title', { organization: invitation.organizationName })}
    >
      <InvitationDetails {...invitation} />
      {fault !== null && (
        <Banner alert tone="bad">
          {invitationErrorText(fault)}
        </Banner>
      )}
      <div className="grid gap-8">
        <Button busy={busy === 'accept'} disabled={busy === 'reject'} variant="primary" onClick={() => void accept()} size="tall" wide>
          {t('accept')}
        </Button>
        <Button busy={busy === 'reject'} disabled={busy === 'accept'} onClick={() => void reject()} size="tall" wide>
          {t('reject')}
        </Button>
      </div>
    </View>
  )
}
