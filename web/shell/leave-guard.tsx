import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { t } from './messages.ts'

/**
 * Confirms before unsaved changes are lost to a link, a shortcut, the browser's back button or a closed tab. `isDirty` is called at that
 * moment.
 */
export function LeaveGuard({ isDirty }: { isDirty: () => boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty() && current.pathname !== next.pathname,
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      confirmLabel={t('leave.action')}
      danger
      onClose={() => blocker.reset?.()}
      onConfirm={() => blocker.proceed?.()}
      open={blocker.status === 'blocked'}
      title={t('leave.title')}
    >
      <p>{t('leave.text')}</p>
    </ConfirmDialog>
  )
}
