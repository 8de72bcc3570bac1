import { useBlocker } from '@tanstack/react-router'
import { useLanguage } from '#web/ui/language.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { t } from './messages.ts'

/**
 * Confirms before unsaved changes are lost to a link, a shortcut, the browser's back button or a closed tab. `changes` names what is
 * unsaved and is called at that moment; an empty list lets the user leave. `isLeft` says which change of the URL leaves the form, without
 * it that of the path.
 */
export function LeaveGuard(props: {
  changes: () => readonly string[]
  isLeft?: ((current: { readonly search: object }, next: { readonly search: object }) => boolean) | undefined
}) {
  const { changes, isLeft } = props
  const { locale } = useLanguage()
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => changes().length > 0 && (current.pathname !== next.pathname || isLeft?.(current, next) === true),
    enableBeforeUnload: () => changes().length > 0,
    withResolver: true,
  })
  const isBlocked = blocker.status === 'blocked'
  return (
    <ConfirmDialog
      confirmLabel={t('leave.action')}
      danger
      onClose={() => blocker.reset?.()}
      onConfirm={() => blocker.proceed?.()}
      open={isBlocked}
      title={t('leave.title')}
    >
      {isBlocked && <p>{t('leave.text', { fields: new Intl.ListFormat(locale).format(changes()) })}</p>}
    </ConfirmDialog>
  )
}
