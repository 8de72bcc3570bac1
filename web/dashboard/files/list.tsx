import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { FileRead } from '#client/index.ts'
import { client, useAction } from '#web/api.ts'
import type { Command } from '#web/command.ts'
import { errorText } from '#web/error-text.ts'
import { copy } from '#web/parts/copy.ts'
import { DeleteFileDialog } from '#web/parts/files/delete-dialog.tsx'
import { FileDrop } from '#web/parts/files/file-drop.tsx'
import { t } from '#web/parts/files/messages.ts'
import { RenameDialog } from '#web/parts/files/rename-dialog.tsx'
import { Permitted } from '#web/shell/access/permitted.tsx'
import { instantsOf } from '#web/shell/list/filter-values.ts'
import { type ListActions, type ListPlace, resourceList } from '#web/shell/list/resource-list.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { Empty } from '#web/ui/display/empty.tsx'
import { CopyShapeIcon, DownloadIcon, FileIcon, PencilIcon, TrashIcon, UploadIcon } from '#web/ui/icons/index.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { Time } from '#web/ui/text/time.tsx'
import { fileFilters } from './file.list.ts'

const services = ['downloadable', 'product_media', 'organization_avatar'] as const
const maxAtOnce = 20

/** All uploaded files of a merchant; `?dialog=new` uploads some, `?edit=` renames one. */
export default resourceList({
  call: 'files',
  kinds: fileFilters,
  sort: '-created_at',
  title: () => t('title'),
  searchLabel: () => t('search'),
  count: (count) => t('count', { count }),
  filters: () => ({
    service: { label: () => t('service'), options: () => services.map((value) => ({ value, label: t(`services.${value}`) })) },
    created: { label: () => t('uploaded') },
  }),
  queryOf: ({ service, created = {} }, query) => ({
    query,
    isUploaded: true,
    service: service === undefined ? undefined : [service as FileRead['service']],
    ...instantsOf(created),
  }),
  columns: [
    { id: 'name', head: () => t('name'), cell: ({ name }) => <span className="block max-w-280 truncate">{name}</span>, sort: 'name' },
    { id: 'service', head: () => t('service'), cell: ({ service }) => t(`services.${service}`), narrow: 'second', optional: true },
    { id: 'type', head: () => t('type'), cell: ({ mimeType }) => mimeType, quiet: true, narrow: 'hide', optional: true },
    {
      id: 'size',
      head: () => t('size'),
      cell: ({ sizeReadable }) => sizeReadable,
      align: 'end',
      quiet: true,
      narrow: 'hide',
      sort: 'size',
      optional: true,
    },
    {
      id: 'created',
      head: () => t('uploaded'),
      cell: ({ createdAt }) => <Time at={createdAt} />,
      align: 'end',
      quiet: true,
      narrow: 'hide',
      sort: 'created_at',
      optional: true,
    },
  ],
  nameOf: ({ name }) => name,
  hrefOf: ({ id }, at) => `${at}/files?edit=${id}`,
  noMatches: () => t('noMatches'),
  empty: ({ action }) => <Empty action={action} icon={FileIcon} text={t('empty.text')} title={t('empty.title')} />,
  useActions: useFileActions,
})

function useFileActions(place: ListPlace, files: readonly FileRead[]): ListActions<FileRead> {
  const { at, go, dialog, open } = place
  const { edit } = useSearch({ strict: false }) as { edit?: string }
  const [deleting, setDeleting] = useState<FileRead | undefined>()
  const [isOpen, setIsOpen] = useState(false)
  const download = useDownload()
  const edited = files.find(({ id }) => id === edit)
  const commands = {
    rename: (file: FileRead) => go(`${at}/files?edit=${file.id}`),
    download,
    remove: (file: FileRead) => {
      setDeleting(file)
      setIsOpen(true)
    },
  }
  return {
    create: {
      id: 'file-upload',
      label: t('actions.upload'),
      icon: UploadIcon,
      run: () => open('new'),
      shortcut: 'c',
      needs: 'files:write',
    },
    commandsOf: (file) => commandsOf(file, commands),
    overlays: (
      <>
        <Permitted needs="files:write">
          {dialog === 'new' && <UploadDialog onClose={() => open(undefined)} organizationId={place.organization.id} />}
          {edited !== undefined && <RenameDialog file={edited} key={edited.id} onClose={() => go(`${at}/files`)} />}
        </Permitted>
        <DeleteFileDialog file={deleting} onClose={() => setIsOpen(false)} open={isOpen} />
      </>
    ),
  }
}

/** Opens the address from which a file is downloaded. */
function useDownload() {
  const action = useAction(client.files.download)
  return (file: FileRead) =>
    void action.run(file.id).then((result) => {
      if (result === null) return
      if (result.error === null) location.assign(result.data.url)
      else toast(errorText(result.error))
    })
}

function UploadDialog({ organizationId, onClose }: { organizationId: string; onClose: () => void }) {
  return (
    <Dialog
      foot={
        <Button onClick={onClose} variant="primary">
          {t('upload.done')}
        </Button>
      }
      lead={t('upload.lead')}
      onClose={onClose}
      open
      title={t('upload.title')}
    >
      <FileDrop max={maxAtOnce} onUploaded={() => undefined} organizationId={organizationId} service="downloadable" />
    </Dialog>
  )
}

function commandsOf(
  file: FileRead,
  run: Readonly<Record<'rename' | 'download' | 'remove', (file: FileRead) => void>>,
): readonly (readonly Command[])[] {
  const needs = 'files:write'
  return [
    [
      { id: 'file-download', label: t('actions.download'), icon: DownloadIcon, run: () => run.download(file) },
      { id: 'file-rename', label: t('actions.renameDots'), icon: PencilIcon, run: () => run.rename(file), shortcut: 'enter', needs },
      { id: 'file-copy-id', label: t('actions.copyId'), icon: CopyShapeIcon, run: () => copy(file.id, t('actions.idCopied')) },
    ],
    [{ id: 'file-delete', label: t('actions.deleteDots'), icon: TrashIcon, run: () => run.remove(file), danger: true, needs }],
  ]
}
