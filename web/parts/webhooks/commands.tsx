import type { WebhookEndpoint } from '#client/index.ts'
import type { Command } from '#web/command.ts'
import {
  CopyShapeIcon,
  KeyShapeIcon,
  OpenIcon,
  PlayIcon,
  PlusIcon,
  PulseIcon,
  RefreshIcon,
  StopIcon,
  TrashIcon,
} from '#web/ui/icons/index.ts'
import { copy } from '../copy.ts'
import { t } from './messages.ts'

/** The input that the commands of an endpoint need from their page. */
export interface EndpointCommandOptions {
  /** The endpoint's page. */
  readonly href: string
  readonly go: (href: string) => void
  /** Opens the confirmation dialog. */
  readonly onOpenDialog: (dialog: EndpointAction, endpoint: WebhookEndpoint) => void
  readonly onEnable: (endpoint: WebhookEndpoint) => void
}

/** The actions with a confirmation dialog. */
export type EndpointAction = 'sample' | 'redeliver' | 'rotate' | 'disable' | 'delete'

/** Creates an endpoint; for the list header, the empty list and the palette. */
export const newEndpointCommand = (run: () => void): Command => ({
  id: 'webhook-new',
  label: t('actions.new'),
  icon: PlusIcon,
  run,
  shortcut: 'c',
  needs: 'webhooks:write',
})

/** The commands of an endpoint. `open` is for pages other than the endpoint's own. */
export function endpointCommands(endpoint: WebhookEndpoint, options: EndpointCommandOptions) {
  const open: Command = {
    id: 'webhook-open',
    label: t('actions.open'),
    icon: OpenIcon,
    run: () => options.go(options.href),
    shortcut: 'enter',
  }
  const copyUrl: Command = {
    id: 'webhook-copy-url',
    label: t('actions.copyUrl'),
    icon: CopyShapeIcon,
    run: () => copy(endpoint.url, t('actions.urlCopied')),
  }
  const sample: Command = {
    id: 'webhook-sample',
    label: t('actions.sendSample'),
    icon: PulseIcon,
    run: () => options.onOpenDialog('sample', endpoint),
    needs: 'webhooks:write',
  }
  const redeliver: Command = {
    id: 'webhook-redeliver-since',
    label: t('actions.redeliverSince'),
    icon: RefreshIcon,
    run: () => options.onOpenDialog('redeliver', endpoint),
    needs: 'webhooks:write',
  }
  const rotate: Command = {
    id: 'webhook-rotate',
    label: t('actions.rotate'),
    icon: KeyShapeIcon,
    run: () => options.onOpenDialog('rotate', endpoint),
    needs: 'webhooks:write',
  }
  const toggle: Command = endpoint.isEnabled
    ? {
        id: 'webhook-disable',
        label: t('actions.disable'),
        icon: StopIcon,
        run: () => options.onOpenDialog('disable', endpoint),
        needs: 'webhooks:write',
      }
    : { id: 'webhook-enable', label: t('actions.enable'), icon: PlayIcon, run: () => options.onEnable(endpoint), needs: 'webhooks:write' }
  const remove: Command = {
    id: 'webhook-delete',
    label: t('actions.delete'),
    icon: TrashIcon,
    run: () => options.onOpenDialog('delete', endpoint),
    danger: true,
    needs: 'webhooks:write',
  }
  return { open, copyUrl, sample, redeliver, rotate, toggle, remove }
}

/** Sends an event again. */
export const redeliverCommand = (run: () => void): Command => ({
  id: 'webhook-redeliver',
  label: t('actions.redeliver'),
  icon: RefreshIcon,
  run,
  needs: 'webhooks:write',
})
