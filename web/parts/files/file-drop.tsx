import { type DragEvent, useId, useRef, useState } from 'react'
import type { FileRead } from '#client/index.ts'
import { IconButton } from '#web/ui/actions/icon-button.tsx'
import { cx } from '#web/ui/cx.ts'
import { CloseIcon, UploadIcon } from '#web/ui/icons/index.ts'
import { t } from './messages.ts'
import type { FilePurpose } from './upload.ts'
import { type RunningUpload, useUploads } from './use-uploads.ts'

const pictureTypes = 'image/png,image/jpeg,image/webp,image/gif'

/** A place to drop files on, or to choose them, and the uploads that run. `max` bounds how many more are taken. */
export function FileDrop(props: { organizationId: string; service: FilePurpose; max: number; onUploaded: (file: FileRead) => void }) {
  const { organizationId, service, max, onUploaded } = props
  const { uploads, add, cancel } = useUploads({ organizationId, service, onUploaded })
  const [isOver, setIsOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const hint = useId()
  const arePictures = service !== 'downloadable'
  const isFull = max <= uploads.length
  const take = (list: FileList | null) => {
    const files = [...(list ?? [])].slice(0, max - uploads.length)
    if (files.length > 0) void add(files)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    take(event.dataTransfer.files)
  }
  return (
    <div className="grid gap-8">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is one way more; the button inside does the same. */}
      <div
        className={cx(
          'flex flex-wrap items-center gap-x-6 gap-y-2 rounded-well border border-dashed border-line-strong px-16 py-16 text-label text-muted',
          isOver && 'border-accent bg-hover',
        )}
        onDragLeave={() => setIsOver(false)}
        onDragOver={(event) => {
          event.preventDefault()
          setIsOver(true)
        }}
        onDrop={drop}
      >
        <UploadIcon />
        <span>{t(arePictures ? 'upload.dropPictures' : 'upload.drop')}</span>
        <button
          aria-describedby={hint}
          className="text-accent underline decoration-current/40 disabled:opacity-60"
          disabled={isFull}
          onClick={() => input.current?.click()}
          type="button"
        >
          {t(arePictures ? 'upload.choosePictures' : 'upload.choose')}
        </button>
        <span className="text-caption" id={hint}>
          {t(arePictures ? 'upload.pictureHint' : 'upload.hint')}
        </span>
        <input
          accept={arePictures ? pictureTypes : undefined}
          aria-label={t(arePictures ? 'upload.choosePictures' : 'upload.choose')}
          hidden
          multiple
          onChange={({ target }) => {
            take(target.files)
            // Allows the same file to be chosen again.
            target.value = ''
          }}
          ref={input}
          type="file"
        />
      </div>
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
          <progress
            aria-label={t('upload.progress', { name })}
            className="h-4 w-full appearance-none overflow-hidden rounded-full bg-sunken [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-accent"
            max={1}
            value={share}
          />
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
