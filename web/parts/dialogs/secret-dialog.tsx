import { type ReactNode, useState } from 'react'
import { Button } from '#web/ui/actions/button.tsx'
import { CopyButton } from '#web/ui/actions/copy-button.tsx'
import { Banner } from '#web/ui/overlays/banner.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

/** The messages of the dialog. */
export interface SecretMessages {
  readonly title: string
  readonly description: string
  /** Names the secret. */
  readonly label: string
  /** That the secret is not shown again. */
  readonly warning: string
  /** That the secret was not copied, and that closing again loses it. */
  readonly notCopied: string
  readonly done: string
}

/**
 * A secret that is shown only once, in full, with a copy button. A secret that was not copied is not lost by one Escape or a click beside the
 * dialog: the first shows a warning, the second closes the dialog.
 */
export function SecretDialog(props: { secret: string; messages: SecretMessages; onClose: () => void; children?: ReactNode | undefined }) {
  const { secret, messages, onClose } = props
  const [state, setState] = useState<'shown' | 'warned' | 'copied'>('shown')
  const close = () => (state === 'shown' ? setState('warned') : onClose())
  return (
    <Dialog
      foot={
        <Button onClick={onClose} variant="primary">
          {messages.done}
        </Button>
      }
      lead={messages.description}
      onClose={close}
      open
      title={messages.title}
    >
      <div className="grid min-w-0 gap-6">
        <span className="text-label font-strong">{messages.label}</span>
        <div className="flex min-h-44 items-center gap-8 rounded-well border border-line bg-sunken py-8 pr-8 pl-16">
          {/* Copying a selection counts too. */}
          <code className="min-w-0 flex-1 font-mono text-caption break-all" onCopy={() => setState('copied')}>
            {secret}
          </code>
          <CopyButton name={messages.label} onCopied={() => setState('copied')} value={secret} />
        </div>
      </div>
      {state === 'warned' ? (
        <Banner alert tone="bad">
          {messages.notCopied}
        </Banner>
      ) : (
        <Banner tone="warn">{messages.warning}</Banner>
      )}
      {props.children}
    </Dialog>
  )
}
