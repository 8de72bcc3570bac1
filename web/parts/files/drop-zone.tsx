import { type DragEvent, useId, useRef, useState } from 'react'
import { cx } from '#web/ui/cx.ts'
import { UploadIcon } from '#web/ui/icons/index.ts'

/** A place to drop files on, with a button that chooses them. `hint` says what is accepted. */
export function DropZone(props: {
  text: string
  choose: string
  hint: string
  accept?: string | undefined
  multiple?: boolean
  disabled?: boolean
  onFiles: (files: readonly File[]) => void
}) {
  const { text, choose, hint, accept, multiple = false, disabled = false, onFiles } = props
  const [isOver, setIsOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const hintId = useId()
  const take = (list: FileList | null) => {
    const files = [...(list ?? [])]
    if (files.length > 0 && !disabled) onFiles(files)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    take(event.dataTransfer.files)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is one way more; the button inside does the same.
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
      <span>{text}</span>
      <button
        aria-describedby={hintId}
        className="text-accent underline decoration-current/40 disabled:opacity-60"
        disabled={disabled}
        onClick={() => input.current?.click()}
        type="button"
      >
        {choose}
      </button>
      <span className="text-caption" id={hintId}>
        {hint}
      </span>
      <input
        accept={accept}
        aria-label={choose}
        hidden
        multiple={multiple}
        onChange={({ target }) => {
          take(target.files)
          // Allows the same file to be chosen again.
          target.value = ''
        }}
        ref={input}
        type="file"
      />
    </div>
  )
}
