import { useState } from 'react'
import type { CallError, Result } from '#client/index.ts'
import type { ButtonLook } from '#web/ui/actions/button.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { useCountdown } from './use-countdown.ts'

const patience = 60

/**
 * Mails something again. Between two times a minute goes by, or as long as the server asks for; the button counts it down. `label` names the act, with
 * the seconds that are left; `first` are those at the beginning, where something was mailed just now. `said` is told when it was mailed.
 */
export function Resend(
  props: ButtonLook & {
    send: () => Promise<Result<unknown>>
    label: (left: number) => string
    text: (error: CallError) => string
    first?: number | undefined
    onSent?: (() => void) | undefined
  },
) {
  const { send, label, text, first = 0, onSent, ...look } = props
  const { left, start } = useCountdown(first)
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const run = async () => {
    setBusy(true)
    setFault(null)
    const { error } = await send()
    setBusy(false)
    if (error !== null) {
      setFault(text(error))
      if (error.retryAfter !== null) start(error.retryAfter)
      return
    }
    start(patience)
    onSent?.()
  }
  return (
    <div className="grid gap-8 justify-items-start">
      <Button {...look} busy={busy} disabled={left > 0} onClick={() => void run()}>
        <span className="tabular-nums">{label(left)}</span>
      </Button>
      {fault !== null && (
        <p className="text-label text-bad" role="alert">
          {fault}
        </p>
      )}
    </div>
  )
}
