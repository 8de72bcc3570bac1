import type { FileRead } from '#client/index.ts'
import { IconButton } from '#web/ui/actions/icon-button.tsx'
import { ProgressBar } from '#web/ui/actions/progress-bar.tsx'
import { CloseIcon } from '#web/ui/icons/index.ts'
import { DropZone } from './drop-zone.tsx'
import { t } from './messages.ts'
import type { FilePurpose } from './upload.ts'
import { type RunningUpload, useUploads } from './use-uploads.ts'

const pictureTypes = 'image/png,image/jpeg,image/webp,image/gif'

/** A place to drop files on, or to choose them, and the uploads that run. `max` bounds how many more are taken. */
export function FileDrop(props: { organizationId: string; service: FilePurpose; max: number; onUploaded: (file: FileRead) => void }) {
  const { organizationId, service, max, onUploaded } = props
  const { uploads, add, cancel } = useUploads({ organizationId, service, onUploaded })
  const arePictures = service !== 'downloadable'
  return (
    <div className="grid gap-8">
      <DropZone
        accept={arePictures ? pictureTypes : undefined}
        choose={t(arePictures ? 'upload.choosePictures' : 'upload.choose')}
        disabled={max <= uploads.length}
        hint={t(arePictures ? 'upload.pictureHint' : 'upload.hint')}
        multiple
        onFiles={(files) => void add(files.slice(0, max - uploads.length))}
        text={t(arePictures ? 'upload.dropPictures' : 'upload.drop')}
      />
      {uploads.length > 0 && (
        <ul aria-live="polite" className="grid gap-6">
          {uploads.map((upload) => (
            <Upload key={upload.key} onCancel={() => cancel(upload.key)} upload={upload} />
          ))}
        </ul>
      )}
    </div>
  )
}

function Upload({ upload: { name, share, fault }, onCancel }: { upload: RunningUpload; onCancel: () => void }) {
  return (
    <li className="flex items-center gap-8 rounded-control border border-line py-6 pr-6 pl-12 text-label">
      <span className="grid min-w-0 flex-1 gap-4">
        <span className="truncate">{name}</span>
        {fault === null ? (
          <ProgressBar label={t('upload.progress', { name })} share={share} />
        ) : (
          <span className="text-caption text-bad">
            {t('upload.failed')} {t(`upload.${fault}`)}
          </span>
        )}
      </span>
      <IconButton icon={CloseIcon} label={t(fault === null ? 'upload.cancel' : 'upload.dismiss', { name })} onClick={onCancel} />
    </li>
  )
}
