import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { t } from './messages.ts'

/** Asks before unsaved changes are left behind, by a link, a key, the browser's back or its closing. `holds` says at that moment whether there are any. */
export function LeaveGuard({ holds }: { holds: () => boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => holds() && current.pathname !== next.pathname,
    enableBeforeUnload: holds,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      act={t('leave.act')}
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
