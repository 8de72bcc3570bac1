import type { Product, Result } from '#client/index.ts'
import { client, queryClient, useAction } from '#web/api.ts'
import { errorText } from '#web/error-text.ts'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { t } from './messages.ts'

/** Confirms and archives products, or unarchives one. `onDone` runs after all of them have changed. */
export function ArchiveDialog(props: {
  products: readonly Product[]
  open: boolean
  onClose: () => void
  onDone?: (() => void) | undefined
}) {
  const { products, open } = props
  const save = useAction(setArchived, ['products'])
  const archives = !products.every(({ isArchived }) => isArchived)
  const messages = messagesOf(products, archives)
  const close = () => {
    save.reset()
    props.onClose()
  }
  const confirm = async () => {
    const result = await save.run(products, archives)
    if (result === null || result.error !== null) return
    close()
    props.onDone?.()
    toast(messages.done, archives ? { undo: { label: t('actions.undo'), run: () => void undo(products) } } : {})
  }
  return (
    <ConfirmDialog
      confirmLabel={messages.confirmLabel}
      busy={save.busy}
      danger={archives}
      error={save.error === null ? undefined : errorText(save.error)}
      onClose={close}
      onConfirm={() => void confirm()}
      open={open}
      title={messages.title}
    >
      <p>{messages.text}</p>
    </ConfirmDialog>
  )
}

function messagesOf(products: readonly Product[], archives: boolean) {
  const [first, ...others] = products
  const count = products.length
  if (others.length > 0) {
    return {
      title: t('archiveSeveral.title', { count }),
      text: t('archiveSeveral.text'),
      confirmLabel: t('archiveSeveral.action', { count }),
      done: t('archiveSeveral.done', { count }),
    }
  }
  const name = first?.name ?? ''
  const which = archives ? 'archiveOne' : 'unarchiveOne'
  return {
    title: t(`${which}.title`, { name }),
    text: t(`${which}.text`),
    confirmLabel: t(archives ? 'actions.archive' : 'actions.unarchive'),
    done: t(`${which}.done`, { name }),
  }
}

/** Updates one product after the other and stops at the first refusal. A repeated call is harmless. */
async function setArchived(products: readonly Product[], isArchived: boolean): Promise<Result<null>> {
  for (const { id } of products) {
    const result = await client.products.update(id, { isArchived })
    if (result.error !== null) return result
  }
  return { data: null, error: null }
}

async function undo(products: readonly Product[]): Promise<void> {
  const result = await setArchived(
    products.filter(({ isArchived }) => !isArchived),
    false,
  )
  await queryClient.invalidateQueries({ queryKey: ['products'] })
  if (result.error !== null) toast(errorText(result.error), { bad: true })
}
