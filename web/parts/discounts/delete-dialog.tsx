import type { Discount } from '#client/index.ts'
import { client } from '#web/api.ts'
import { DeleteDialog } from '../dialogs/delete-dialog.tsx'
import { t } from './messages.ts'

/** Confirms and deletes a discount. */
export function DeleteDiscountDialog(props: {
  discount: Discount | undefined
  open: boolean
  onClose: () => void
  onDeleted?: (() => void) | undefined
}) {
  const { discount, ...others } = props
  if (discount === undefined) return null
  const name = discount.name
  const messages = {
    title: t('delete.title', { name }),
    text: t('delete.text'),
    action: t('actions.delete'),
    done: t('delete.done', { name }),
  }
  return <DeleteDialog {...others} id={discount.id} messages={messages} remove={client.discounts.delete} stale={['discounts']} />
}
