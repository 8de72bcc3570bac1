import type { Product, Result } from '#client/index.ts'
import { client, queries, useAct } from '#web/api.ts'
import { errorText } from '#web/full-language.ts'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { t } from './messages.ts'

/** Asks before products are archived, or before one is put back on sale, and does it. `onDone` hears that all of them are. */
export function ArchiveDialog(props: {
  products: readonly Product[]
  open: boolean
  onClose: () => void
  onDone?: (() => void) | undefined
}) {
  const { products, open } = props
  const save = useAct(setArchived, ['products'])
  const archives = !products.every(({ isArchived }) => isArchived)
  const words = wordsOf(products, archives)
  const close = () => {
    save.reset()
    props.onClose()
  }
  const confirm = async () => {
    const result = await save.run(products, archives)
    if (result === null || result.error !== null) return
    close()
    props.onDone?.()
    toast(words.done, archives ? { undo: { label: t('acts.undo'), act: () => void undo(products) } } : {})
  }
  return (
    <ConfirmDialog
      act={words.act}
      busy={save.busy}
      danger={archives}
      error={save.error === null ? undefined : errorText(save.error)}
      onClose={close}
      onConfirm={() => void confirm()}
      open={open}
      title={words.title}
    >
      <p>{words.text}</p>
    </ConfirmDialog>
  )
}

function wordsOf(products: readonly Product[], archives: boolean) {
  const [first, ...others] = products
  const count = products.length
  if (others.length > 0) {
    return {
      title: t('archiveSeveral.title', { count }),
      text: t('archiveSeveral.text'),
      act: t('archiveSeveral.act', { count }),
      done: t('archiveSeveral.done', { count }),
    }
  }
  const name = first?.name ?? ''
  const which = archives ? 'archiveOne' : 'unarchiveOne'
  return {
    title: t(`${which}.title`, { name }),
    text: t(`${which}.text`),
    act: t(archives ? 'acts.archive' : 'acts.unarchive'),
    done: t(`${which}.done`, { name }),
  }
}

/** One after the other; stops at the first that is refused. Doing it again begins anew, which harms nothing. */
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
  await queries.invalidateQueries({ queryKey: ['products'] })
  if (result.error !== null) toast(errorText(result.error), { bad: true })
}
