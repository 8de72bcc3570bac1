import type { ReactNode } from 'react'
import { Button } from '../actions/button.tsx'
import { useLanguage } from '../language.tsx'
import { Dot } from '../text/status.tsx'

/**
 * Rises from below while a form holds unsaved changes: what changed, discard, save (⌘S). Inside the `Form` it submits it; `form` names one that
 * stands elsewhere. `note` says what the change reaches.
 */
export function ActionBar(props: {
  open: boolean
  onDiscard: () => void
  busy?: boolean | undefined
  title?: string | undefined
  note?: ReactNode | undefined
  saveLabel?: string | undefined
  form?: string | undefined
}) {
  const { say } = useLanguage()
  if (!props.open) return null
  return (
    <div className="sticky bottom-16 z-10 wide:bottom-24" role="status">
      <div className="from-edge flex min-h-56 items-center gap-16 rounded-card bg-float py-8 pr-12 pl-16 shadow-float">
        <span className="flex min-w-0 flex-1 items-center gap-8 text-label">
          <Dot tone="warn" />
          <span className="font-strong wide:whitespace-nowrap">{props.title ?? say('unsaved')}</span>
          {props.note !== undefined && <span className="min-w-0 truncate text-muted max-wide:hidden">{props.note}</span>}
        </span>
        <Button disabled={props.busy} look="quiet" onClick={props.onDiscard}>
          {say('discard')}
        </Button>
        <Button busy={props.busy} form={props.form} look="primary" press="mod+s" type="submit">
          {props.saveLabel ?? say('save')}
        </Button>
      </div>
    </div>
  )
}
