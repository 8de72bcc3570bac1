import type { ReactNode } from 'react'
import { Button } from '../actions/button.tsx'
import { ShortcutButton } from '../actions/shortcut-button.tsx'
import { useLanguage } from '../language.tsx'
import { Dot } from '../text/status.tsx'

/**
 * Appears at the bottom while a form has unsaved `changes`, which it names; with discard and save (⌘S). Submits the `Form` around it, or
 * the form with the id `form`. `note` says whom the changes reach.
 */
export function ActionBar(props: {
  changes: readonly string[]
  onDiscard: () => void
  busy?: boolean | undefined
  note?: ReactNode | undefined
  saveLabel?: string | undefined
  form?: string | undefined
}) {
  const { translate, locale } = useLanguage()
  if (props.changes.length === 0) return null
  const fields = new Intl.ListFormat(locale).format(props.changes)
  return (
    <div className="sticky bottom-16 z-10 wide:bottom-24" role="status">
      <div className="from-edge flex min-h-56 items-center gap-16 rounded-card bg-float py-8 pr-12 pl-16 shadow-float">
        <span className="flex min-w-0 flex-1 items-center gap-8 text-label">
          <Dot tone="warn" />
          <span className="min-w-0 font-strong wide:flex-none">{translate('unsaved', { fields })}</span>
          {props.note !== undefined && <span className="min-w-0 truncate text-muted max-wide:hidden">{props.note}</span>}
        </span>
        <Button disabled={props.busy} variant="quiet" onClick={props.onDiscard}>
          {translate('discard')}
        </Button>
        <ShortcutButton busy={props.busy} form={props.form} variant="primary" shortcut="mod+s" type="submit">
          {props.saveLabel ?? translate('save')}
        </ShortcutButton>
      </div>
    </div>
  )
}
