import { type ReactNode, useId, useState } from 'react'
import { Button } from '../actions/button.tsx'
import { Field } from '../inputs/field.tsx'
import { firstField } from '../inputs/first-field.ts'
import { TextInput } from '../inputs/text-input.tsx'
import { useLanguage } from '../language.tsx'
import { Dialog } from './dialog.tsx'

/** Confirms an irreversible action: the user must type `word` (the name of the resource) to enable the button. */
export function DangerDialog(props: {
  open: boolean
  onClose: () => void
  onConfirm: () => void
  title: ReactNode
  word: string
  confirmLabel: string
  children?: ReactNode | undefined
  busy?: boolean | undefined
  error?: string | undefined
}) {
  const { translate } = useLanguage()
  const id = useId()
  const [typed, setTyped] = useState('')
  const ready = typed.trim() === props.word
  const close = () => {
    setTyped('')
    props.onClose()
  }
  return (
    <Dialog
      busy={props.busy}
      describedBy={id}
      foot={
        <>
          <Button disabled={props.busy} onClick={close}>
            {translate('cancel')}
          </Button>
          <Button busy={props.busy} disabled={!ready} variant="danger" onClick={props.onConfirm}>
            {props.confirmLabel}
          </Button>
        </>
      }
      onClose={close}
      open={props.open}
      size="small"
      title={props.title}
    >
      <div className="grid gap-12 text-body text-muted" id={id}>
        {props.children}
      </div>
      <Field error={props.error} label={translate('typeToConfirm', { word: props.word })}>
        <TextInput
          autoComplete="off"
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && ready && !props.busy && props.onConfirm()}
          ref={firstField}
          spellCheck={false}
          value={typed}
        />
      </Field>
    </Dialog>
  )
}
