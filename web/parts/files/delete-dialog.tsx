import type { FileRead } from '#client/index.ts'
import { client } from '#web/api.ts'
import { DeleteDialog } from '../dialogs/delete-dialog.tsx'
import { t } from './messages.ts'

/** Confirms and deletes a file. */
export function DeleteFileDialog(props: { file: FileRead | undefined; open: boolean; onClose: () => void }) {
  const { file, ...others } = props
  if (file === undefined) return null
  const { id, name } = file
  const messages = {
    title: t('delete.title', { name }),
    text: t('delete.text'),
    action: t('actions.delete'),
    done: t('delete.done', { name }),
  }
  return <DeleteDialog {...others} id={id} messages={messages} remove={client.files.delete} stale={['files', 'products', 'benefits']} />
}
