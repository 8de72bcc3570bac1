import type { CustomField } from '#client/index.ts'
import { client } from '#web/api.ts'
import { DeleteDialog } from '../dialogs/delete-dialog.tsx'
import { t } from './messages.ts'

/** Confirms and deletes a custom field. */
export function DeleteFieldDialog(props: { field: CustomField | undefined; open: boolean; onClose: () => void }) {
  const { field, ...others } = props
  if (field === undefined) return null
  const { id, name } = field
  const messages = {
    title: t('delete.title', { name }),
    text: t('delete.text'),
    action: t('actions.delete'),
    done: t('delete.done', { name }),
  }
  return <DeleteDialog {...others} id={id} messages={messages} remove={client.customFields.delete} stale={['customFields', 'products']} />
}
