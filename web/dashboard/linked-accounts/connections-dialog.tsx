import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Connection } from '#client/index.ts'
import { apiQuery, client } from '#web/api.ts'
import { DeleteDialog } from '#web/parts/dialogs/delete-dialog.tsx'
import { t } from '#web/parts/linked-accounts/messages.ts'
import { Permitted } from '#web/shell/access/permitted.tsx'
import { useOrganization } from '#web/shell/organizations.ts'
import { QueryContent } from '#web/shell/query-content.tsx'
import { IconButton } from '#web/ui/actions/icon-button.tsx'
import { Row, Rows } from '#web/ui/display/card.tsx'
import { Skeletons } from '#web/ui/display/skeleton.tsx'
import { TrashIcon } from '#web/ui/icons/index.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { ProviderLogo } from '#web/ui/text/provider-logo.tsx'
import { Time } from '#web/ui/text/time.tsx'
import { ConnectButton } from './connect-button.tsx'

/** The accounts that the merchant has connected, and what removes one. */
export default function ConnectionsDialog({ onClose }: { onClose: () => void }) {
  const { id } = useOrganization()
  const query = useQuery(apiQuery('connections', 'list', { organizationId: id }))
  const [removed, setRemoved] = useState<Connection | undefined>()
  const hasOne = (query.data?.items.length ?? 0) > 0
  return (
    <Dialog
      foot={
        <ConnectButton provider="github" variant={hasOne ? 'plain' : 'primary'}>
          {t(hasOne ? 'again.github' : 'connect.github')}
        </ConnectButton>
      }
      lead={t('text')}
      onClose={onClose}
      open
      title={t('title')}
    >
      <QueryContent query={query} skeleton={<Skeletons label={t('title')} rows={1} />}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="text-label text-muted">{t('none')}</p>
          ) : (
            <div className="rounded-card border border-line">
              <Rows>
                {items.map((connection) => (
                  <ConnectionRow connection={connection} key={connection.id} onRemove={() => setRemoved(connection)} />
                ))}
              </Rows>
            </div>
          )
        }
      </QueryContent>
      {removed !== undefined && <RemoveDialog connection={removed} onClose={() => setRemoved(undefined)} />}
    </Dialog>
  )
}

function ConnectionRow({ connection: { provider, accountName, createdAt }, onRemove }: { connection: Connection; onRemove: () => void }) {
  return (
    <Row>
      <ProviderLogo id={provider} />
      <span className="grid min-w-0 flex-1">
        <span className="[overflow-wrap:anywhere]">{accountName}</span>
        <span className="text-caption text-muted">
          {t(`providers.${provider}`)} · {t('connectedAt')} <Time at={createdAt} />
        </span>
      </span>
      <Permitted needs="benefits:write">
        <IconButton icon={TrashIcon} label={t('remove', { name: accountName })} onClick={onRemove} />
      </Permitted>
    </Row>
  )
}

function RemoveDialog({ connection: { id, accountName: name }, onClose }: { connection: Connection; onClose: () => void }) {
  return (
    <DeleteDialog
      id={id}
      messages={{
        title: t('removeTitle', { name }),
        text: t('removeText'),
        action: t('removeAction'),
        done: t('removed', { name }),
      }}
      onClose={onClose}
      open
      remove={client.connections.delete}
      stale={['connections']}
    />
  )
}
