import type { LicenseKeyRead } from '#client/index.ts'
import type { Command } from '#web/command.ts'
import { CopyShapeIcon, GiftIcon, OpenIcon, PencilIcon, PlayIcon, RefreshIcon, StopIcon, UserIcon } from '#web/ui/icons/index.ts'
import { copy } from '../copy.ts'
import { detailHref } from '../detail-href.ts'
import { t } from './messages.ts'

/** The dialogs of a key. */
export type KeyDialogName = 'edit' | 'disable' | 'enable' | 'revoke' | 'reissue'

/** The input that the commands of a key need from their page: the organization, and what opens a dialog. */
export interface KeyCommandOptions {
  readonly slug: string
  readonly go: (href: string) => void
  readonly onDialog: (name: KeyDialogName) => void
}

type KeyFields = Pick<LicenseKeyRead, 'id' | 'key' | 'status' | 'customerId' | 'benefitId'>

/** The commands of a license key. Its dialogs are those that its status allows. */
export function licenseKeyCommands({ id, key, status, customerId, benefitId }: KeyFields, { slug, go, onDialog }: KeyCommandOptions) {
  const dialog = (name: KeyDialogName, icon: Command['icon'], danger = false): Command => ({
    id: `license-key-${name}`,
    label: t(`actions.${name}`),
    icon,
    run: () => onDialog(name),
    needs: 'license_keys:write',
    danger,
  })
  const to = (name: 'open' | 'customer' | 'benefit', icon: Command['icon'], href: string): Command => ({
    id: `license-key-${name}`,
    label: t(`actions.${name}`),
    icon,
    run: () => go(href),
    ...(name === 'open' && { shortcut: 'enter' }),
    ...(name === 'customer' && { needs: 'customers:read' }),
    ...(name === 'benefit' && { needs: 'benefits:read' }),
  })
  const isRevoked = status === 'revoked'
  return {
    open: to('open', OpenIcon, detailHref(slug, 'benefits/license-keys', id)),
    customer: to('customer', UserIcon, detailHref(slug, 'customers', customerId)),
    benefit: to('benefit', GiftIcon, detailHref(slug, 'benefits', benefitId)),
    copyKey: {
      id: 'license-key-copy',
      label: t('actions.copyKey'),
      icon: CopyShapeIcon,
      run: () => copy(key, t('actions.keyCopied')),
      disabled: key === '',
    } satisfies Command,
    edit: dialog('edit', PencilIcon),
    toggle: isRevoked ? undefined : status === 'disabled' ? dialog('enable', PlayIcon) : dialog('disable', StopIcon),
    reissue: isRevoked ? undefined : dialog('reissue', RefreshIcon),
    revoke: isRevoked ? undefined : dialog('revoke', StopIcon, true),
  }
}
