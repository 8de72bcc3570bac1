import { useRef, useState } from 'react'
import type { FileRead } from '#client/index.ts'
import { queryClient } from '#web/api.ts'
import { type FilePurpose, type UploadFault, uploadFile } from './upload.ts'

/** A file that is uploaded, or was not. `share` is what was sent, from 0 to 1. */
export interface RunningUpload {
  readonly key: string
  readonly name: string
  readonly share: number
  readonly fault: Exclude<UploadFault, 'cancelled'> | null
}

/** Uploads files one after the other; `onUploaded` gets each that is complete. */
export function useUploads(options: {
  readonly organizationId: string
  readonly service: FilePurpose
  readonly onUploaded: (file: FileRead) => void
}) {
  const [uploads, setUploads] = useState<readonly RunningUpload[]>([])
  const aborts = useRef(new Map<string, AbortController>())
  const latest = useRef(options)
  latest.current = options
  const change = (key: string, part: Partial<RunningUpload>) =>
    setUploads((now) => now.map((upload) => (upload.key === key ? { ...upload, ...part } : upload)))
  const remove = (key: string) => setUploads((now) => now.filter((upload) => upload.key !== key))

  const run = async (key: string, file: File) => {
    const signal = aborts.current.get(key)?.signal
    if (signal === undefined || signal.aborted) return remove(key)
    const { organizationId, service } = latest.current
    const result = await uploadFile(file, { organizationId, service, signal, onProgress: (share) => change(key, { share }) })
    aborts.current.delete(key)
    if (result === 'cancelled') return remove(key)
    if (typeof result === 'string') return change(key, { fault: result })
    remove(key)
    latest.current.onUploaded(result)
    void queryClient.invalidateQueries({ queryKey: ['files'] })
  }
  const add = async (files: readonly File[]) => {
    const started = files.map((file) => ({ key: crypto.randomUUID(), file }))
    for (const { key } of started) aborts.current.set(key, new AbortController())
    setUploads((now) => [...now, ...started.map(({ key, file }) => ({ key, name: file.name, share: 0, fault: null }))])
    for (const { key, file } of started) await run(key, file)
  }
  const cancel = (key: string) => {
    aborts.current.get(key)?.abort()
    remove(key)
  }
  return { uploads, add, cancel, isBusy: uploads.some(({ fault }) => fault === null) }
}
