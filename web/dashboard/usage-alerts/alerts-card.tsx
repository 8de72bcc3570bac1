import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Meter, UsageAlert } from '#client/index.ts'
import { apiQuery, client, useAction } from '#web/api.ts'
import type { Command } from '#web/command.ts'
import { errorText } from '#web/error-text.ts'
import { DeleteDialog } from '#web/parts/dialogs/delete-dialog.tsx'
import { t } from '#web/parts/usage-alerts/messages.ts'
import { Permitted, useMenuOf } from '#web/shell/access/permitted.tsx'
import { QueryContent } from '#web/shell/query-content.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { IconButton } from '#web/ui/actions/icon-button.tsx'
import { Menu } from '#web/ui/actions/menu.tsx'
import { Card, CardFoot, CardHead } from '#web/ui/display/card.tsx'
import { Skeletons } from '#web/ui/display/skeleton.tsx'
import { DotsIcon, ListIcon, PencilIcon, PlayIcon, StopIcon, TrashIcon } from '#web/ui/icons/index.ts'
import { toast } from '#web/ui/overlays/toasts.ts'
import { AlertDialog } from './alert-dialog.tsx'
import { AlertCustomer, AlertRow } from './alert-row.tsx'
import { TriggersDialog } from './triggers-dialog.tsx'

const FEWEST = 5
/** As many as an organization has, unless its limit was raised. */
const MOST = 100

/** The open dialog, and its alert. */
interface OpenDialog {
  readonly name: 'edit' | 'triggers' | 'delete'
  readonly alert: UsageAlert
}

/** The alerts about a meter, with the dialogs that create, edit and delete them and show when they have triggered. */
export default function AlertsCard({ meter, slug }: { meter: Meter; slug: string }) {
  const [limit, setLimit] = useState(FEWEST)
  const [isCreating, setIsCreating] = useState(false)
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const { organizationId, id: meterId } = meter
  const query = useQuery(apiQuery('usageAlerts', 'list', { organizationId, meterId, sorting: 'threshold', limit }))
  const close = () => setDialog(null)
  return (
    <Card>
      <CardHead lined title={t('title')}>
        {meter.archivedAt === null && (
          <Permitted needs="meters:write">
            <Button onClick={() => setIsCreating(true)} variant="quiet">
              {t('new')}
            </Button>
          </Permitted>
        )}
      </CardHead>
      <QueryContent query={query} skeleton={<Skeletons label={t('title')} rows={2} />}>
        {({ items, pagination: { totalCount } }) =>
          totalCount === 0 ? (
            <p className="px-16 py-12 text-label text-muted">{t('none')}</p>
          ) : (
            <>
              <ul aria-label={t('title')} className="divide-y divide-line text-label">
                {items.map((alert) => (
                  <AlertRow about={<AlertCustomer customerId={alert.customerId} slug={slug} />} alert={alert} key={alert.id}>
                    <AlertMenu alert={alert} onOpen={(name) => setDialog({ name, alert })} />
                  </AlertRow>
                ))}
              </ul>
              {items.length < totalCount && limit < MOST && (
                <CardFoot>
                  <Button onClick={() => setLimit(MOST)} variant="quiet">
                    {t('showAll', { count: Math.min(MOST, totalCount) })}
                  </Button>
                </CardFoot>
              )}
            </>
          )
        }
      </QueryContent>
      {isCreating && <AlertDialog alert={null} meter={meter} onClose={() => setIsCreating(false)} />}
      {dialog?.name === 'edit' && <AlertDialog alert={dialog.alert} meter={meter} onClose={close} />}
      {dialog?.name === 'triggers' && <TriggersDialog alert={dialog.alert} onClose={close} slug={slug} />}
      {dialog?.name === 'delete' && <DeleteAlertDialog alert={dialog.alert} onClose={close} />}
    </Card>
  )
}

/** The actions on an alert. */
function AlertMenu({ alert, onOpen }: { alert: UsageAlert; onOpen: (name: OpenDialog['name']) => void }) {
  const menuOf = useMenuOf()
  const update = useAction(client.usageAlerts.update, ['usageAlerts'])
  const { id, name, isEnabled } = alert
  const change = async () => {
    const result = await update.run(id, { isEnabled: !isEnabled })
    if (result === null) return
    toast(result.error === null ? t(isEnabled ? 'disabled' : 'enabled', { name }) : `${t('failed')} ${errorText(result.error)}`)
  }
  const needs = 'meters:write'
  const commands: readonly (readonly Command[])[] = [
    [
      {
        id: 'usage-alert-triggers',
        label: t('actions.triggers'),
        icon: ListIcon,
        run: () => onOpen('triggers'),
        needs: 'customer_meters:read',
      },
    ],
    [
      { id: 'usage-alert-edit', label: t('actions.edit'), icon: PencilIcon, run: () => onOpen('edit'), needs },
      {
        id: 'usage-alert-enable',
        label: t(isEnabled ? 'actions.disable' : 'actions.enable'),
        icon: isEnabled ? StopIcon : PlayIcon,
        run: () => void change(),
        needs,
      },
    ],
    [{ id: 'usage-alert-delete', label: t('actions.deleteDots'), icon: TrashIcon, run: () => onOpen('delete'), danger: true, needs }],
  ]
  const items = menuOf(...commands)
  if (items.length === 0) return null
  const label = t('more', { name })
  return (
    <Menu
      items={items}
      label={label}
      side="end"
      trigger={(trigger) => <IconButton {...trigger} hint={false} icon={DotsIcon} label={label} />}
    />
  )
}

function DeleteAlertDialog({ alert, onClose }: { alert: UsageAlert; onClose: () => void }) {
  const { name } = alert
  const messages = {
    title: t('delete.title', { name }),
    text: t('delete.text'),
    action: t('actions.delete'),
    done: t('delete.done', { name }),
  }
  return (
    <DeleteDialog id={alert.id} messages={messages} onClose={onClose} open remove={client.usageAlerts.delete} stale={['usageAlerts']} />
  )
}
