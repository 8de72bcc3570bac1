import type { CheckoutLink } from '#client/index.ts'
import { client } from '#web/api.ts'
import { DeleteDialog } from '../dialogs/delete-dialog.tsx'
import { linkName } from './link-name.ts'
import { t } from './messages.ts'

/** Confirms and deletes a checkout link. */
export function DeleteLinkDialog(props: {
  link: CheckoutLink | undefined
  open: boolean
  onClose: () => void
  onDeleted?: (() => void) | undefined
}) {
  const { link, ...others } = props
  if (link === undefined) return null
  const messages = {
    title: t('delete.title', { name: linkName(link) }),
    text: t('delete.text'),
    action: t('actions.delete'),
    done: t('delete.done'),
  }
  return <DeleteDialog {...others} id={link.id} messages={messages} remove={client.checkoutLinks.delete} stale={['checkoutLinks']} />
}
