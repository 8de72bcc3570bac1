import type { Meter } from '#client/index.ts'
import type { Command } from '#web/command.ts'
import { ArchiveIcon, CopyShapeIcon, OpenIcon, PencilIcon, PlayIcon } from '#web/ui/icons/index.ts'
import { copy } from '../copy.ts'
import { t } from './messages.ts'

/** The input that a meter's commands need from their page: where it is, and what opens the dialog that archives it or takes it back. */
export interface MeterCommandOptions {
  readonly href: string
  readonly go: (href: string) => void
  readonly onArchive: (meter: Meter) => void
}

/** The commands of a meter. `open` is for pages other than the meter's own. */
export function meterCommands(meter: Meter, { href, go, onArchive }: MeterCommandOptions) {
  const open: Command = { id: 'meter-open', label: t('actions.open'), icon: OpenIcon, run: () => go(href), shortcut: 'enter' }
  const edit: Command = {
    id: 'meter-edit',
    label: t('actions.edit'),
    icon: PencilIcon,
    run: () => go(`${href}/edit`),
    href: `${href}/edit`,
    needs: 'meters:write',
  }
  const copyId: Command = {
    id: 'meter-copy-id',
    label: t('actions.copyId'),
    icon: CopyShapeIcon,
    run: () => copy(meter.id, t('actions.idCopied')),
  }
  const isArchived = meter.archivedAt !== null
  const archive: Command = {
    id: isArchived ? 'meter-unarchive' : 'meter-archive',
    label: t(isArchived ? 'actions.unarchiveDots' : 'actions.archiveDots'),
    icon: isArchived ? PlayIcon : ArchiveIcon,
    run: () => onArchive(meter),
    danger: !isArchived,
    needs: 'meters:write',
  }
  return { open, edit, copyId, archive }
}
