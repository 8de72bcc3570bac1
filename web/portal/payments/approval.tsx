import { useState } from 'react'
import { Button } from '#web/ui/actions/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { publicApi } from '../api.ts'
import { failureText } from '../failure-text.ts'
import { Fault } from '../page.tsx'

/** The sandbox's replacement for the approval at a bank. `onAnswer` is called once the bank has the answer. */
export function Approval(props: {
  secret: string
  title: string
  text: string
  approve: string
  decline: string
  onAnswer: (isApproved: boolean) => void
  onClose: () => void
}) {
  const { secret, title, text, approve, decline, onAnswer, onClose } = props
  const [busy, setBusy] = useState<'approve' | 'decline' | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const answer = async (isApproved: boolean) => {
    setBusy(isApproved ? 'approve' : 'decline')
    setFault(null)
    const { error } = await publicApi.answerAction(secret, { approve: isApproved }, { idempotencyKey: `${secret}:${isApproved}` })
    setBusy(null)
    if (error !== null) return setFault(failureText(error))
    onAnswer(isApproved)
  }
  return (
    <Dialog
      busy={busy !== null}
      foot={
        <>
          <Button busy={busy === 'decline'} disabled={busy === 'approve'} onClick={() => void answer(false)}>
            {decline}
          </Button>
          <Button busy={busy === 'approve'} disabled={busy === 'decline'} onClick={() => void answer(true)} variant="primary">
            {approve}
          </Button>
        </>
      }
      onClose={onClose}
      open
      size="small"
      title={title}
    >
      <p className="text-muted">{text}</p>
      <Fault text={fault} />
    </Dialog>
  )
}
