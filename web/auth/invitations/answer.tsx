import { useState } from 'react'
import type { CallError, ShownInvitation } from '#client/index.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { View } from '../view.tsx'
import { type Arrival, forget } from './arrival.ts'
import { organizations } from './calls.ts'
import { InvitationFacts } from './facts.tsx'
import { LeaveAccount } from './leave-account.tsx'
import { refusedText, t } from './messages.ts'

/** An invitation that can be answered. `onStale` asks anew when it turned out that it cannot. */
export function Answer(props: {
  came: Arrival
  invitation: ShownInvitation
  email: string
  onRejected: (organization: string) => void
  onStale: () => void
}) {
  const { came, invitation, email } = props
  const [busy, setBusy] = useState<'accept' | 'reject' | null>(null)
  const [fault, setFault] = useState<CallError | null>(null)
  const answer = { invitationId: came.id, ...(came.secret !== undefined && { secret: came.secret }) }
  const failed = (error: CallError) => {
    setBusy(null)
    if (error.code.startsWith('INVITATION_NOT_FOUND')) props.onStale()
    else setFault(error)
  }
  const accept = async () => {
    setBusy('accept')
    const { error } = await organizations.acceptInvitation(answer)
    if (error !== null) return failed(error)
    forget(came.id)
    location.replace(`/dashboard/${invitation.organizationSlug}`)
  }
  const reject = async () => {
    setBusy('reject')
    const { error } = await organizations.rejectInvitation(answer)
    if (error !== null) return failed(error)
    forget(came.id)
    props.onRejected(invitation.organizationName)
  }
  return (
    <View
      beneath={<LeaveAccount email={email} id={came.id} />}
      lead={t('lead', { inviter: invitation.inviterEmail })}
      title={t('title', { organization: invitation.organizationName })}
    >
      <InvitationFacts {...invitation} />
      {fault !== null && (
        <Banner alert tone="bad">
          {refusedText(fault)}
        </Banner>
      )}
      <div className="grid gap-8">
        <Button busy={busy === 'accept'} disabled={busy === 'reject'} look="primary" onClick={() => void accept()} size="tall" wide>
          {t('accept')}
        </Button>
        <Button busy={busy === 'reject'} disabled={busy === 'accept'} onClick={() => void reject()} size="tall" wide>
          {t('reject')}
        </Button>
      </div>
    </View>
  )
}
