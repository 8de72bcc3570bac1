import type { WebhookEndpoint } from '#client/index.ts'
import type { Command } from '#web/command.ts'
import { AgainIcon, CopyShapeIcon, KeyShapeIcon, OpenIcon, PlayIcon, PlusIcon, StopIcon, TrashIcon } from '#web/ui/icons/index.ts'
import { copy } from '../copy.ts'
import { t } from './messages.ts'

/** What acts on an endpoint need from the screen they stand on. */
export interface EndpointActs {
  /** The endpoint's own page. */
  readonly place: string
  readonly go: (href: string) => void
  /** Opens the dialog that asks first. */
  readonly onAsk: (about: EndpointQuestion, endpoint: WebhookEndpoint) => void
  readonly onEnable: (endpoint: WebhookEndpoint) => void
}

/** What is asked before it is done. */
export type EndpointQuestion = 'rotate' | 'disable' | 'delete'

/** Making an endpoint, for the list's head, its empty place and the palette. */
export const newEndpointCommand = (run: () => void): Command => ({
  id: 'webhook-new',
  label: t('acts.new'),
  icon: PlusIcon,
  run,
  press: 'c',
})

/** What can be done with an endpoint. `open` leads to its page, for places that are not it. */
export function endpointCommands(endpoint: WebhookEndpoint, acts: EndpointActs) {
  const open: Command = { id: 'webhook-open', label: t('acts.open'), icon: OpenIcon, run: () => acts.go(acts.place), press: 'enter' }
  const copyUrl: Command = {
    id: 'webhook-copy-url',
    label: t('acts.copyUrl'),
    icon: CopyShapeIcon,
    run: () => copy(endpoint.url, t('acts.urlCopied')),
  }
  const rotate: Command = {
    id: 'webhook-rotate',
    label: t('acts.rotate'),
    icon: KeyShapeIcon,
    run: () => acts.onAsk('rotate', endpoint),
  }
  const toggle: Command = endpoint.isEnabled
    ? { id: 'webhook-disable', label: t('acts.disable'), icon: StopIcon, run: () => acts.onAsk('disable', endpoint) }
    : { id: 'webhook-enable', label: t('acts.enable'), icon: PlayIcon, run: () => acts.onEnable(endpoint) }
  const remove: Command = {
    id: 'webhook-delete',
    label: t('acts.delete'),
    icon: TrashIcon,
    run: () => acts.onAsk('delete', endpoint),
    danger: true,
  }
  return { open, copyUrl, rotate, toggle, remove }
}

/** Sending an event once more. */
export const redeliverCommand = (run: () => void): Command => ({
  id: 'webhook-redeliver',
  label: t('acts.redeliver'),
  icon: AgainIcon,
  run,
})
