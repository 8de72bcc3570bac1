// Reads of the portal. What was read stays in memory, so that going back shows it at once while it loads anew.
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import type { CallError, Result } from '#client/http.ts'
import { Failure } from '#web/ui/display/failure.tsx'
import { Skeletons } from '#web/ui/display/skeleton.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { NotFound } from './not-found.tsx'

/** A read and its state; `data` of before stays while it loads anew. */
export interface Read<T> {
  readonly data: T | null
  readonly error: CallError | null
  readonly busy: boolean
  readonly load: () => Promise<void>
}

const cache = new Map<string, unknown>()
const mounted = new Set<() => void>()

/** Forgets what was read, at the end of a session. */
export const clearReads = (): void => cache.clear()

/** Loads everything on the page anew, after a change. */
export function refreshReads(): void {
  for (const each of mounted) each()
}

/** Reads once for each key, and again after `refreshReads`. */
export function useRead<T>(key: string, read: () => Promise<Result<T>>): Read<T> {
  const [state, setState] = useState<{ key: string; data: T | null; error: CallError | null; busy: boolean }>({
    key,
    data: (cache.get(key) as T | undefined) ?? null,
    error: null,
    busy: true,
  })
  if (state.key !== key) setState({ key, data: (cache.get(key) as T | undefined) ?? null, error: null, busy: true })
  const load = async () => {
    setState((now) => ({ ...now, busy: true }))
    const result = await read()
    if (result.error === null) cache.set(key, result.data)
    setState((now) =>
      now.key === key ? { key, data: result.error === null ? result.data : now.data, error: result.error, busy: false } : now,
    )
  }
  const reload = useEffectEvent(() => void load())
  // biome-ignore lint/correctness/useExhaustiveDependencies: another key is another read.
  useEffect(() => {
    const again = () => reload()
    again()
    mounted.add(again)
    return () => void mounted.delete(again)
  }, [key])
  return { data: state.data, error: state.error, busy: state.busy, load }
}

/** Shows what was read, or that it loads, failed, or does not exist. */
export function Loaded<T>({ read, children, rows = 4 }: { read: Read<T>; children: (data: T) => ReactNode; rows?: number }) {
  const { translate } = useLanguage()
  const { data, error, busy, load } = read
  if (data !== null) return children(data)
  // An expired session has another page already.
  if (error === null || error.status === 401) return <Skeletons label={translate('loading')} rows={rows} />
  if (error.status === 404 || error.status === 422) return <NotFound />
  const isOffline = error.status === 0
  return (
    <Failure
      busy={busy}
      offline={isOffline}
      onRetry={() => void load()}
      requestId={error.requestId}
      text={isOffline ? translate('offlineText') : undefined}
      title={isOffline ? translate('offlineTitle') : undefined}
    />
  )
}
