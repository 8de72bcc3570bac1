import type { Benefit } from '#client/index.ts'
import { client } from '#web/api.ts'
import { DeleteDialog } from '../dialogs/delete-dialog.tsx'
import { t } from './messages.ts'

/** Confirms and deletes a benefit. */
export function DeleteBenefitDialog(props: {
  benefit: Benefit | undefined
  open: boolean
  onClose: () => void
  onDeleted?: (() => void) | undefined
}) {
  const { benefit, ...others } = props
  if (benefit === undefined) return null
  const name = benefit.description
  const messages = {
    title: t('delete.title', { name }),
    text: t('delete.text'),
    action: t('actions.delete'),
    done: t('delete.done', { name }),
  }
  return <DeleteDialog {...others} id={benefit.id} messages={messages} remove={client.benefits.delete} stale={['benefits', 'products']} />
}
