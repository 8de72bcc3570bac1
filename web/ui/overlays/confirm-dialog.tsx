import type { ReactNode } from 'react'
import { Button } from '../actions/button.tsx'
import { useLanguage } from '../language.tsx'
import { Dialog } from './dialog.tsx'

/**
 * Asks before something that matters but can be undone or repeated. The title names the thing, the children state the consequence, `act` repeats
 * the verb. `error` says why it did not work.
 */
export function ConfirmDialog(props: {
  open: boolean
  onClose: () => void
  onConfirm: () => void
  title: ReactNode
  act: string
  children?: ReactNode | undefined
  busy?: boolean | undefined
  danger?: boolean | undefined
  error?: ReactNode | undefined
}) {
  const { say } = useLanguage()
  return (
    <Dialog
      busy={props.busy}
      foot={
        <>
          <Button disabled={props.busy} onClick={props.onClose}>
            {say('cancel')}
          </Button>
          <Button busy={props.busy} look={props.danger ? 'danger' : 'primary'} onClick={props.onConfirm}>
            {props.act}
          </Button>
        </>
      }
      onClose={props.onClose}
      open={props.open}
      size="small"
      title={props.title}
    >
      <div className="grid gap-12 text-body text-muted">{props.children}</div>
      {props.error !== undefined && (
        <p className="text-label text-bad" role="alert">
          {props.error}
        </p>
      )}
    </Dialog>
  )
}
