import type { ReactNode } from 'react'
import type { CallError, Result } from '#client/index.ts'
import { useAct } from '#web/api.ts'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'

/** What is asked, done and told. */
export interface ConfirmedActProps<B, T> {
  readonly title: string
  /** The verb of the title again. */
  readonly act: string
  readonly danger?: boolean | undefined
  /** What follows from it. */
  readonly children: ReactNode
  readonly call: (body: B) => Promise<Result<T>>
  readonly body: B
  /** In the past tense, once it is done; nothing where `onDone` leaves the page. */
  readonly told?: string | ((done: T) => string) | undefined
  readonly onClose: () => void
  /** After it is done, in the place of `onClose`. */
  readonly onDone?: (() => void) | undefined
}

/**
 * Asks before an act, does it, has what changed shown, closes and tells it; why it was refused is said in place. `renew` asks anew for what is
 * shown, `refusedText` puts a refusal into words.
 */
export function ConfirmedAct<B, T>(
  props: ConfirmedActProps<B, T> & { renew: () => Promise<unknown>; refusedText: (error: CallError) => string },
) {
  const { told, onClose, onDone = onClose } = props
  const act = useAct(props.call)
  const confirm = async () => {
    const result = await act.run(props.body)
    if (result === null || result.error !== null) return
    if (told !== undefined) await props.renew()
    onDone()
    if (told !== undefined) toast(typeof told === 'string' ? told : told(result.data))
  }
  return (
    <ConfirmDialog
      act={props.act}
      busy={act.busy}
      danger={props.danger}
      error={act.error === null ? undefined : props.refusedText(act.error)}
      onClose={onClose}
      onConfirm={() => void confirm()}
      open
      title={props.title}
    >
      {props.children}
    </ConfirmDialog>
  )
}
