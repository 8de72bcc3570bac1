import { useState } from 'react'
import type { WebhookEndpoint } from '#client/index.ts'
import { type EndpointAction, endpointCommands, newEndpointCommand } from '#web/parts/webhooks/commands.tsx'
import { EndpointDialogs, useEnableEndpoint } from '#web/parts/webhooks/endpoint-dialogs.tsx'
import { NewEndpointDialog } from '#web/parts/webhooks/new-endpoint-dialog.tsx'
import type { ListActions } from '../list/surface-list.tsx'

/** The input that a list of endpoints needs from its surface. */
export interface EndpointListPlace {
  /** Undefined for the operator. */
  readonly organizationId: string | undefined
  readonly hrefOf: (id: string) => string
  readonly go: (href: string) => void
  /** Whether the dialog that creates an endpoint is open, and what opens and closes it. */
  readonly isNew: boolean
  readonly onNew: () => void
  readonly onCancel: () => void
  readonly onCreated: (id: string) => void
}

/** The actions on a list of endpoints. */
export function useEndpointActions(place: EndpointListPlace): ListActions<WebhookEndpoint> {
  const [dialog, setDialog] = useState<{ about: EndpointAction; endpoint: WebhookEndpoint } | null>(null)
  const enable = useEnableEndpoint()
  return {
    create: newEndpointCommand(place.onNew),
    commandsOf: (endpoint) => {
      const { open, copyUrl, sample, redeliver, rotate, toggle, remove } = endpointCommands(endpoint, {
        href: place.hrefOf(endpoint.id),
        go: place.go,
        onOpenDialog: (about, of) => setDialog({ about, endpoint: of }),
        onEnable: enable,
      })
      return [[open, copyUrl], endpoint.isEnabled ? [sample, redeliver] : [sample], [rotate, toggle], [remove]]
    },
    overlays: (
      <>
        {place.isNew && <NewEndpointDialog onClose={place.onCancel} onCreated={place.onCreated} organizationId={place.organizationId} />}
        {dialog !== null && <EndpointDialogs dialog={dialog.about} endpoint={dialog.endpoint} onClose={() => setDialog(null)} />}
      </>
    ),
  }
}
